import { Button } from '@blueprintjs/core';
import type { SettingWork } from '@triquad/core';
import { alertEvent } from '@triquad/core/contract';
import { type FormEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { Panel, type PanelState } from '../../components/Panel.tsx';
import { FormFooter } from '../../forms/FormFooter.tsx';
import { FlagField, ListField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/use-form.ts';
import styles from './settings.module.css';
import type { AlertName } from './use-alert.ts';
import { useMessages } from './use-messages.ts';
import { useOutcome } from './use-setting.ts';

type Alert = { enabled: boolean; events: string[] };
type Props = {
  form: Form<Alert>;
  name: AlertName;
  state: PanelState;
  work: SettingWork | null;
  mayChange: boolean;
  /** True if the bot lets the operator choose the events. */
  hasEvents: boolean;
  save: (event: FormEvent) => void;
  /** True if the fields that a test needs are filled in. */
  isComplete: boolean;
  test: (event: MouseEvent) => void;
  children: ReactNode;
};

const height = 430;

/** One alert channel: its switch, its fields, its events, its test. */
export function AlertPanel(props: Props) {
  const { settings } = useMessages();
  const { alerts } = settings;
  const { form, name, state, work, mayChange, hasEvents, save, isComplete, test, children } = props;
  const [isLacking, setLacking] = useState(false);
  const outcome = useOutcome(form, work, settings.saved);
  const isTesting = work?.action === 'test';
  const tryIt = (event: MouseEvent) => {
    setLacking(!isComplete);
    if (isComplete) test(event);
  };
  return (
    <Panel title={alerts.title[name]} state={state} height={height}>
      <form className={styles.form} autoComplete="off" onInput={() => setLacking(false)} onSubmit={save}>
        <FlagField form={form} path="enabled" label={alerts.enable[name]} isSwitch />
        {children}
        {hasEvents && (
          <ListField
            form={form}
            path="events"
            label={alerts.events}
            offered={alertEvent.options}
            labelOf={(event) => alerts.event[event as keyof typeof alerts.event] ?? event}
          />
        )}
        <p className={`small loss ${styles.lacks}`} role="alert">
          {isLacking ? alerts.needs[name] : ''}
        </p>
        <FormFooter
          form={form}
          mayChange={mayChange}
          isTesting={isTesting}
          saveText={alerts.save[name]}
          outcome={outcome}
        >
          <Button
            text={alerts.test[name]}
            loading={isTesting && form.phase === 'pending'}
            disabled={form.disabled}
            onClick={tryIt}
          />
        </FormFooter>
      </form>
    </Panel>
  );
}
