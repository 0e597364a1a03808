import { usualBounds } from '@triquad/core/contract';
import { RiskFields } from '@triquad/core/rules';
import { Panel } from '../../components/Panel.tsx';
import { FormFooter } from '../../forms/FormFooter.tsx';
import { NumberField } from '../../forms/fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { amount } from '../../messages/format.ts';
import { AssetTable } from './AssetTable.tsx';
import styles from './settings.module.css';
import { TakesEffect } from './TakesEffect.tsx';
import { useUnsaved } from './unsaved.tsx';
import { useMessages } from './use-messages.ts';
import { useParameters, useSavedText } from './use-parameters.ts';
import { useOutcome } from './use-setting.ts';

const height = 390;
/** Fields of every bot, then those that a bot of another kind or version may lack. */
const own = ['cooldown_after_failure_seconds', 'stop_loss_pct'] as const;
const bounds = ['max_unwind_loss_pct', 'max_profit_pct'] as const;

export function RiskForm() {
  const { settings } = useMessages();
  const { risk } = settings;
  const { saved, submission, work, state, mayChange, isFollowed, save } = useParameters('risk');
  const form = useForm(RiskFields, { name: 'risk', saved, submission, disabled: !mayChange });
  const outcome = useOutcome(form, work, useSavedText(false));
  useUnsaved('risk', form.isDirty);
  const known = form.names('risk');
  const fields = [...own, ...bounds.filter((bound) => known.includes(bound))];
  const help = {
    cooldown_after_failure_seconds: risk.cooldownHelp,
    stop_loss_pct: risk.stopLossHelp,
    max_unwind_loss_pct: risk.unwindLossHelp(amount(usualBounds.max_unwind_loss_pct)),
    max_profit_pct: risk.profitHelp(amount(usualBounds.max_profit_pct)),
  };
  return (
    <Panel title={risk.title} state={state} height={height}>
      <form className={styles.form} onSubmit={form.submit(save)}>
        <AssetTable form={form} isFollowed={isFollowed} />
        <div className={styles.fields}>
          {fields.map((field) => (
            <NumberField
              key={field}
              form={form}
              path={`risk.${field}`}
              label={risk[field]}
              info={isFollowed && <TakesEffect field={field} />}
              help={help[field]}
            />
          ))}
        </div>
        <FormFooter form={form} mayChange={mayChange} outcome={outcome} />
      </form>
    </Panel>
  );
}
