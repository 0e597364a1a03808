import type { ClientState, EmailKept } from '@triquad/core';
import { EmailFields } from '@triquad/core/rules';
import { useClient, useClientState } from '../../client-context.tsx';
import { NumberField, SecretField, TextField } from '../../forms/fields.tsx';
import { type Form, useForm } from '../../forms/use-form.ts';
import { AlertPanel } from './AlertPanel.tsx';
import styles from './settings.module.css';
import { useUnsaved } from './unsaved.tsx';
import { namesIn, useAlert } from './use-alert.ts';
import { useMessages } from './use-messages.ts';

const selectEmail = ({ loaded }: ClientState) => loaded.email;
const savedOf = ({ alert_events, has_password: _, ...saved }: EmailKept) => ({
  ...saved,
  events: namesIn(alert_events ?? ''),
});
/** The fields that a test needs. */
const needed = ['smtp_host', 'from_email', 'to_email'] as const;

export function EmailForm() {
  const { alerts } = useMessages().settings;
  const client = useClient();
  const { keepsSecrets, submission, ...alert } = useAlert('email');
  const kept = useClientState(selectEmail);
  const form = useForm(EmailFields, {
    name: 'email',
    saved: kept && savedOf(kept),
    submission,
    disabled: !alert.mayChange,
    texts: { from_email: { invalid: alerts.badAddress }, to_email: { invalid: alerts.badAddresses } },
    check: (text) =>
      !keepsSecrets && text('smtp_user') !== '' && text('smtp_password') === '' ? { smtp_password: 'enter_again' } : {},
  });
  useUnsaved('email', form.isDirty);
  const hasEvents = kept !== null && kept.alert_events !== null;
  return (
    <AlertPanel
      {...alert}
      form={form}
      name="email"
      hasEvents={hasEvents}
      save={form.submit(({ events, ...mail }) =>
        client.send({ type: 'SaveEmail', ...mail, ...(hasEvents ? { alert_events: events.join() } : {}) }),
      )}
      isComplete={needed.every((field) => form.text(field).trim() !== '')}
      test={form.submit(({ events: _, enabled: __, ...mail }) =>
        client.send({ type: 'TestEmail', ...mail, subject: alerts.testSubject, message: alerts.testMessage }),
      )}
    >
      <Fields form={form} hasPassword={kept?.has_password === true} />
    </AlertPanel>
  );
}

function Fields({ form, hasPassword }: { form: Form<EmailFields>; hasPassword: boolean }) {
  const { alerts, exchange } = useMessages().settings;
  return (
    <>
      <div className={styles.mailServer}>
        <TextField form={form} path="smtp_host" label={alerts.host} />
        <NumberField form={form} path="smtp_port" label={alerts.port} help={alerts.portHelp} />
      </div>
      <div className={styles.mailPair}>
        <TextField form={form} path="smtp_user" label={alerts.user} help={alerts.userHelp} />
        <SecretField
          form={form}
          path="smtp_password"
          label={alerts.password}
          kept={hasPassword ? '••••••••' : ''}
          help={hasPassword ? exchange.keeps : ''}
        />
      </div>
      <div className={styles.mailPair}>
        <TextField form={form} path="from_email" label={alerts.from} />
        <TextField form={form} path="to_email" label={alerts.to} help={alerts.toHelp} />
      </div>
    </>
  );
}
