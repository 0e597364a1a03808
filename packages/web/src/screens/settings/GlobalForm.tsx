import { Panel } from '../../components/Panel.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { ParameterField } from './ParameterField.tsx';
import { fieldProblem, globalChanges, globalFields, globalTexts } from './parameter-texts.ts';
import { SaveBar } from './SaveBar.tsx';
import { useUnsaved } from './unsaved.tsx';
import { useParameters, useSavedText } from './use-parameters.ts';
import { refusedField } from './use-setting.ts';

const height = 330;

export function GlobalForm() {
  const { settings } = useMessages();
  const { draft, work, save, state, followed, disabled } = useParameters('global', globalTexts, globalChanges);
  const saved = useSavedText(true);
  useUnsaved('global', draft.isDirty);
  const valid = globalFields.every((name) => fieldProblem(draft, name, name) === null);
  return (
    <Panel title={settings.global.title} state={state} height={height}>
      <form
        className="settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className="settings-fields">
          {globalFields.map((field) => (
            <ParameterField
              key={field}
              draft={draft}
              field={field}
              label={settings.global[field]}
              help={settings.globalHelp[field]}
              disabled={disabled}
              refused={refusedField(work, field)}
              followed={followed}
            />
          ))}
        </div>
        <SaveBar draft={draft} work={work} valid={valid} saved={saved} />
      </form>
    </Panel>
  );
}
