import { type ClientState, selectBotCondition } from '@triquad/core';
import { PaperFields } from '@triquad/core/rules';
import { useClientState, useWatch } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { FormFooter } from '../../forms/FormFooter.tsx';
import { useForm } from '../../forms/use-form.ts';
import { FeesTable } from './FeesTable.tsx';
import { PaperConditions } from './PaperConditions.tsx';
import styles from './settings.module.css';
import { useUnsaved } from './unsaved.tsx';
import { useMessages } from './use-messages.ts';
import { useParameters, useSavedText } from './use-parameters.ts';
import { useOutcome } from './use-setting.ts';

const height = 560;
const selectFees = (state: ClientState) => state.bot.status?.fees ?? null;
const selectEnabled = (state: ClientState) => state.bot.status?.enabled_exchanges ?? null;
const selectConditions = (state: ClientState) => state.loaded.conditions;
const selectRunning = (state: ClientState) => selectBotCondition(state) === 'running';

/** The fees of each exchange, and what paper orders meet. */
export function PaperForm() {
  const { settings } = useMessages();
  const { saved, submission, work, state, mayChange, save } = useParameters('paper');
  const form = useForm(PaperFields, {
    name: 'paper',
    saved,
    submission,
    disabled: !mayChange,
    texts: { '*.p99_ms': { invalid: settings.paper.between } },
  });
  const fees = useClientState(selectFees) ?? [];
  const enabled = useClientState(selectEnabled) ?? [];
  useWatch('conditions');
  const tiers = useClientState(selectConditions) ?? [];
  const running = useClientState(selectRunning);
  const savedText = useSavedText(false);
  const outcome = useOutcome(form, work, running ? `${savedText}. ${settings.nextStartAll}` : savedText);
  useUnsaved('paper', form.isDirty);
  const exchanges = [
    ...new Set([
      ...enabled,
      ...fees.map(({ exchange }) => exchange),
      ...form.names('fees'),
      ...form.names('paper.exchanges'),
    ]),
  ].toSorted();
  // An emptied table has to be written as empty, or the saved one would stay.
  const send = ({ fees = {}, paper = {} }: PaperFields) =>
    save({ ...(form.isChanged('fees') ? { fees } : {}), ...(form.isChanged('paper') ? { paper } : {}) });
  return (
    <Panel title={settings.tabs.paper} state={state} height={height}>
      <form className={styles.wide} onSubmit={form.submit(send)}>
        <FeesTable form={form} exchanges={exchanges} inForce={fees} tiers={tiers} />
        <PaperConditions form={form} exchanges={exchanges} />
        <FormFooter form={form} mayChange={mayChange} outcome={outcome} />
      </form>
    </Panel>
  );
}
