import { type EmailKept, emailTestError, smtpPort } from '@triquad/core';
import { useClient } from '../../client-context.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { AlertPanel } from './AlertPanel.tsx';
import { eventList, eventTexts } from './alert-events.tsx';
import { SecretField, TextField } from './Field.tsx';
import { type AlertForm, useAlertForm } from './use-alert-form.ts';
import type { Texts } from './use-draft.ts';
import { refusedField } from './use-setting.ts';

const textsOf = (kept: EmailKept): Texts => ({
  enabled: kept.enabled ? 'yes' : '',
  smtp_host: kept.smtp_host,
  smtp_port: String(kept.smtp_port),
  smtp_user: kept.smtp_user,
  from_email: kept.from_email,
  to_email: kept.to_email,
  ...(kept.alert_events === null ? {} : eventTexts(kept.alert_events)),
});

const portOf = (text: string): number | null => {
  const port = Number(text === '' ? smtpPort : text);
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : null;
};

type Form = Pick<AlertForm, 'draft' | 'read' | 'type' | 'work' | 'disabled' | 'keepsSecrets'> & {
  kept: EmailKept | null;
};

const mailOf = ({ draft, read }: Form) => {
  const password = draft.values.smtp_password ?? '';
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
  const { alerts } = useMessages().settings;
  const client = useClient();
  const form = useAlertForm('email', textsOf);
  const { draft, kept, keepsSecrets, read } = form;
  const mail = mailOf(form);
  const badPort = portOf(read('smtp_port')) === null;
  const mustEnter = draft.isDirty && !keepsSecrets && mail.smtp_user !== '' && mail.smtp_password === undefined;
  const hasEvents = kept !== null && kept.alert_events !== null;
  const save = () =>
    client.send({
      type: 'SaveEmail',
      enabled: draft.values.enabled === 'yes',
      ...mail,
      ...(hasEvents ? { alert_events: eventList(draft) } : {}),
    });
  const test = () => {
    if (emailTestError(mail.smtp_host, mail.from_email, mail.to_email) !== null) return false;
    if (!badPort) client.send({ type: 'TestEmail', ...mail, subject: alerts.testSubject, message: alerts.testMessage });
    return true;
  };
  return (
    <AlertPanel form={form} name="email" hasEvents={hasEvents} valid={!mustEnter && !badPort} save={save} test={test}>
      <Fields form={form} badPort={badPort} mustEnter={mustEnter} />
    </AlertPanel>
  );
}

function Fields({ form, badPort, mustEnter }: { form: Form; badPort: boolean; mustEnter: boolean }) {
  const { alerts } = useMessages().settings;
  const port = badPort ? alerts.badPort : null;
  return (
    <>
      <div className="mail-server">
        <Line form={form} name="smtp_host" label={alerts.host} />
        <Line form={form} name="smtp_port" label={alerts.port} help={alerts.portHelp} error={port} />
      </div>
      <div className="mail-pair">
        <Line form={form} name="smtp_user" label={alerts.user} help={alerts.userHelp} />
        <Password form={form} mustEnter={mustEnter} />
      </div>
      <div className="mail-pair">
        <Line form={form} name="from_email" label={alerts.from} />
        <Line form={form} name="to_email" label={alerts.to} help={alerts.toHelp} />
      </div>
    </>
  );
}

type LineProps = { form: Form; name: string; label: string; help?: string; error?: string | null };

function Line({ form: { draft, type, work, disabled }, name, label, help = '', error = null }: LineProps) {
  return (
    <TextField
      label={label}
      value={draft.values[name] ?? ''}
      onChange={(text) => type(name, text)}
      disabled={disabled}
      help={help}
      error={error ?? refusedField(work, name)}
    />
  );
}

function Password({ form: { draft, type, work, disabled, kept }, mustEnter }: { form: Form; mustEnter: boolean }) {
  const { alerts, exchange } = useMessages().settings;
  const has = kept?.has_password === true;
  return (
    <SecretField
      label={alerts.password}
      value={draft.values.smtp_password ?? ''}
      onChange={(text) => type('smtp_password', text)}
      disabled={disabled}
      kept={has ? '••••••••' : ''}
      help={has ? exchange.keeps : ''}
      error={refusedField(work, 'smtp_password') ?? (mustEnter ? exchange.enterAgain : null)}
    />
  );
}
