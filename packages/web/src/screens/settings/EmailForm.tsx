import { Button, Switch } from '@blueprintjs/core';
import { type ClientState, type EmailKept, emailTestError, smtpPort } from '@triquad/core';
import { useMemo, useState } from 'react';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { useMessages } from '../../messages/messages.tsx';
import { selectCan } from '../../shell/selectors.ts';
import { EventChoice, eventList, eventTexts } from './alert-events.tsx';
import { SecretField, TextField } from './Field.tsx';
import { SaveBar } from './SaveBar.tsx';
import { useUnsaved } from './unsaved.tsx';
import { type Draft, type Texts, useDraft } from './use-draft.ts';
import { refusedField, useMayChange, useWork } from './use-setting.ts';

const height = 430;
const keepsSecrets = selectCan('alerts');
const selectEmail = (state: ClientState) => state.settings.email;

const textsOf = (kept: EmailKept | null): Texts =>
  kept === null
    ? {}
    : {
        enabled: kept.enabled ? 'yes' : '',
        smtp_host: kept.smtp_host,
        smtp_port: String(kept.smtp_port),
        smtp_user: kept.smtp_user,
        from_email: kept.from_email,
        to_email: kept.to_email,
        ...(kept.alert_events === null ? {} : eventTexts(kept.alert_events)),
      };

const portOf = (text: string): number | null => {
  const port = Number(text.trim() === '' ? smtpPort : text);
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : null;
};

const mailOf = ({ values }: Draft) => {
  const read = (name: string): string => (values[name] ?? '').trim();
  const password = values.smtp_password ?? '';
  return {
    smtp_host: read('smtp_host'),
    smtp_port: portOf(read('smtp_port')) ?? smtpPort,
    smtp_user: read('smtp_user'),
    from_email: read('from_email'),
    to_email: read('to_email'),
    ...(password === '' ? {} : { smtp_password: password }),
  };
};

export function EmailForm() {
  const { settings } = useMessages();
  const { alerts, exchange } = settings;
  const client = useClient();
  useWatch('email');
  const kept = useClientState(selectEmail);
  const keeps = useClientState(keepsSecrets);
  const draft = useDraft(useMemo(() => textsOf(kept), [kept]));
  const work = useWork('email', null, draft.discard);
  const state = usePanelState('email', kept !== null, null);
  const mayChange = useMayChange();
  const [lacks, setLacks] = useState(false);
  useUnsaved('email', draft.isDirty);
  const busy = work?.phase === 'busy';
  const disabled = !mayChange || busy;
  const { values, set } = draft;
  const mail = mailOf(draft);
  const badPort = portOf(values.smtp_port ?? '') === null;
  const mustEnter = !keeps && mail.smtp_user !== '' && mail.smtp_password === undefined && draft.isDirty;
  const save = () =>
    client.send({
      type: 'SaveEmail',
      enabled: values.enabled === 'yes',
      ...mail,
      ...(kept?.alert_events == null ? {} : { alert_events: eventList(draft) }),
    });
  const test = () => {
    const isLacking = emailTestError(mail.smtp_host, mail.from_email, mail.to_email) !== null;
    setLacks(isLacking);
    if (isLacking || badPort) return;
    client.send({ type: 'TestEmail', ...mail, subject: alerts.testSubject, message: alerts.testMessage });
  };
  const text = (name: string, label: string, help = '', error: string | null = null) => (
    <TextField
      label={label}
      value={values[name] ?? ''}
      onChange={(typed) => {
        setLacks(false);
        set(name, typed);
      }}
      disabled={disabled}
      help={help}
      error={error ?? refusedField(work, name)}
    />
  );
  return (
    <Panel title={alerts.email} state={state} height={height}>
      <form
        className="settings-form"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Switch
          label={alerts.enable.email}
          checked={values.enabled === 'yes'}
          disabled={disabled}
          onChange={(event) => set('enabled', event.currentTarget.checked ? 'yes' : '')}
        />
        <div className="mail-server">
          {text('smtp_host', alerts.host)}
          {text('smtp_port', alerts.port, alerts.portHelp, badPort ? alerts.badPort : null)}
        </div>
        <div className="mail-pair">
          {text('smtp_user', alerts.user, alerts.userHelp)}
          <SecretField
            label={alerts.password}
            value={values.smtp_password ?? ''}
            onChange={(typed) => set('smtp_password', typed)}
            disabled={disabled}
            kept={kept?.has_password ? '••••••••' : ''}
            help={kept?.has_password ? exchange.keeps : ''}
            error={refusedField(work, 'smtp_password') ?? (mustEnter ? exchange.enterAgain : null)}
          />
        </div>
        <div className="mail-pair">
          {text('from_email', alerts.from)}
          {text('to_email', alerts.to, alerts.toHelp)}
        </div>
        {kept?.alert_events != null && <EventChoice draft={draft} disabled={disabled} />}
        <p className="small loss setting-lacks" role="alert">
          {lacks ? alerts.needsEmail : ''}
        </p>
        <SaveBar
          draft={draft}
          work={work}
          valid={!mustEnter && !badPort}
          saveText={alerts.saveEmail}
          saved={settings.saved}
        >
          <Button text={alerts.testEmail} loading={busy && work.action === 'test'} disabled={disabled} onClick={test} />
        </SaveBar>
      </form>
    </Panel>
  );
}
