import { globalDefaults, selectRestartDue } from '@triquad/core';
import { GlobalFields } from '@triquad/core/rules';
import { useClientState } from '../../client-context.tsx';
import { CommandButton } from '../../components/CommandButton.tsx';
import { Panel } from '../../components/Panel.tsx';
import { RunsWith } from '../../components/runs-with.tsx';
import { FormFooter } from '../../forms/FormFooter.tsx';
import { NumberField } from '../../forms/fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import styles from './settings.module.css';
import { TakesEffect } from './TakesEffect.tsx';
import { useUnsaved } from './unsaved.tsx';
import { useMessages } from './use-messages.ts';
import { useParameters, useSavedText } from './use-parameters.ts';
import { useOutcome } from './use-setting.ts';

const height = 330;
const restart = { type: 'RestartBot' } as const;
const fields = Object.keys(globalDefaults) as (keyof GlobalFields)[];
const money: readonly string[] = ['total_capital', 'max_capital_per_route'];

export function GlobalForm() {
  const { settings } = useMessages();
  const { saved, submission, work, state, mayChange, isFollowed, save } = useParameters('global');
  const form = useForm(GlobalFields, { name: 'global', saved, submission, disabled: !mayChange });
  const outcome = useOutcome(form, work, useSavedText(true));
  useUnsaved('global', form.isDirty);
  return (
    <Panel title={settings.global.title} state={state} height={height}>
      {/* Only edited fields are sent. */}
      <form className={styles.form} onSubmit={form.submit((_, changed) => save(changed))}>
        <div className={styles.fields}>
          {fields.map((field) => (
            <NumberField
              key={field}
              form={form}
              path={field}
              label={settings.global[field]}
              info={isFollowed && <TakesEffect field={field} />}
              help={settings.globalHelp[field]}
              isMoney={money.includes(field)}
            />
          ))}
        </div>
        <FormFooter form={form} mayChange={mayChange} outcome={outcome} />
        <ApplyNow isDirty={form.isDirty} mayChange={mayChange} />
      </form>
    </Panel>
  );
}

/** Shown while the bot runs with other values than the saved ones: both, and the restart that applies the saved ones. */
function ApplyNow({ isDirty, mayChange }: { isDirty: boolean; mayChange: boolean }) {
  const { settings } = useMessages();
  const isDue = useClientState(selectRestartDue);
  if (!isDue) return null;
  return (
    <div className={`row ${styles.apply}`}>
      <RunsWith className="" />
      <CommandButton command={restart} text={settings.applyNow} disabled={!mayChange || isDirty} />
    </div>
  );
}
