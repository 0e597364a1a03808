import { Panel } from '../../components/Panel.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { AssetTable } from './AssetTable.tsx';
import { ParameterField } from './ParameterField.tsx';
import {
  assetFields,
  assetKey,
  assetsIn,
  fieldProblem,
  riskChanges,
  riskFields,
  riskTexts,
} from './parameter-texts.ts';
import { SaveBar } from './SaveBar.tsx';
import { useUnsaved } from './unsaved.tsx';
import { useParameters, useSavedText } from './use-parameters.ts';
import { refusedField } from './use-setting.ts';

const height = 390;

export function RiskForm() {
  const { settings } = useMessages();
  const { draft, work, save, state, followed, disabled } = useParameters('risk', riskTexts, riskChanges);
  const saved = useSavedText(false);
  useUnsaved('risk', draft.isDirty);
  const { risk } = settings;
  const valid =
    riskFields.every((name) => fieldProblem(draft, name, name) === null) &&
    assetsIn(draft).every((asset) =>
      assetFields.every((field) => fieldProblem(draft, assetKey(asset, field), field) === null),
    );
  const help = { cooldown_after_failure_seconds: risk.cooldownHelp, stop_loss_pct: risk.stopLossHelp };
  return (
    <Panel title={risk.title} state={state} height={height}>
      <form
        className="settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <AssetTable draft={draft} work={work} disabled={disabled} followed={followed} />
        <div className="settings-fields">
          {riskFields.map((field) => (
            <ParameterField
              key={field}
              draft={draft}
              field={field}
              label={risk[field]}
              help={help[field]}
              disabled={disabled}
              refused={refusedField(work, `risk.${field}`)}
              followed={followed}
            />
          ))}
        </div>
        <SaveBar draft={draft} work={work} valid={valid} saved={saved} />
      </form>
    </Panel>
  );
}
