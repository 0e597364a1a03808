import { Button, Switch } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { Panel } from '../../components/Panel.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { EventChoice } from './alert-events.tsx';
import { SaveBar } from './SaveBar.tsx';
import type { AlertForm } from './use-alert-form.ts';

type Props = {
  form: Pick<AlertForm, 'draft' | 'work' | 'state' | 'lacks' | 'setLacks' | 'isBusy' | 'disabled'>;
  name: 'telegram' | 'email';
  /** Whether the bot lets choose what is told. */
  hasEvents: boolean;
  valid: boolean;
  save: () => void;
  /** Does nothing but say that something is lacking: false. */
  test: () => boolean;
  children: ReactNode;
};

const height = 430;

/** One way in which the bot writes to its operator: its switch, its fields, what it tells of, its test. */
export function AlertPanel(props: Props) {
  const { settings } = useMessages();
  const { alerts } = settings;
  const { form, name, hasEvents, valid, save, test, children } = props;
  const { draft, work, state, lacks, setLacks, isBusy, disabled } = form;
  return (
    <Panel title={alerts.title[name]} state={state} height={height}>
      <form
        className="settings-form"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Switch
          label={alerts.enable[name]}
          checked={draft.values.enabled === 'yes'}
          disabled={disabled}
          onChange={(event) => draft.set('enabled', event.currentTarget.checked ? 'yes' : '')}
        />
        {children}
        {hasEvents && <EventChoice draft={draft} disabled={disabled} />}
        <p className="small loss setting-lacks" role="alert">
          {lacks ? alerts.needs[name] : ''}
        </p>
        <SaveBar draft={draft} work={work} valid={valid} saveText={alerts.save[name]} saved={settings.saved}>
          <Button
            text={alerts.test[name]}
            loading={isBusy && work?.action === 'test'}
            disabled={disabled}
            onClick={() => setLacks(!test())}
          />
        </SaveBar>
      </form>
    </Panel>
  );
}
