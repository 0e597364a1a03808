import type { ReadBodyOf, RecordOf } from '@triquad/core/contract';
import { EmailSettings, noEmail } from '../../vault/records.ts';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { createTestLimit, hiddenSecret, readKept, readToReplace, testRecord } from '../kept-settings.ts';
import { notValid, Refusal } from '../problem.ts';

const NAME = 'email';
const TEST_SUBJECT = 'Triquad test';
const TEST_MESSAGE = 'This is a test of the alerts of your bot.';
const NEEDED = ['smtp_host', 'from_email', 'to_email'] as const;

export function emailRoutes({
  vault,
  alerts,
  monotonic,
}: Backend): Pick<Handlers, 'email.get' | 'email.save' | 'email.test'> {
  const tooMany = createTestLimit(monotonic);
  return {
    'email.get': () => {
      const settings = readKept(vault, NAME, EmailSettings, noEmail);
      return settings instanceof Refusal ? settings : withoutPassword(settings);
    },
    'email.save': ({ body }) => {
      const before = readToReplace(vault, NAME, EmailSettings, noEmail);
      const settings = before instanceof Refusal ? before : chosenSettings(body, before);
      if (settings instanceof Refusal) return settings;
      vault.write(NAME, settings);
      alerts.renew();
      return withoutPassword(settings);
    },
    'email.test': async ({ body: { subject = TEST_SUBJECT, message = TEST_MESSAGE, smtp_user = '', ...server } }) => {
      const before = readKept(vault, NAME, EmailSettings, noEmail);
      const password = before instanceof Refusal ? before : chosenPassword({ ...server, smtp_user }, before);
      if (password instanceof Refusal) return password;
      const target = { ...server, smtp_user, smtp_password: password };
      const refusal = lackOfPassword(target) ?? tooMany();
      return refusal ?? testRecord(await alerts.testEmail(target, subject, message));
    },
  };
}

function withoutPassword({ smtp_password, ...settings }: EmailSettings): RecordOf<'email.get'> {
  return { ...settings, has_password: smtp_password !== '' };
}

function chosenSettings(body: ReadBodyOf<'email.save'>, before: EmailSettings): EmailSettings | Refusal {
  const smtp_password = chosenPassword(body, before);
  if (smtp_password instanceof Refusal) return smtp_password;
  const settings = { ...body, smtp_password, alert_events: body.alert_events ?? before.alert_events };
  if (!settings.enabled) return settings;
  const missing = NEEDED.find((field) => settings[field] === '');
  return missing === undefined ? (lackOfPassword(settings) ?? settings) : notValid(missing, 'alerts by e-mail need it');
}

interface Login {
  readonly smtp_host: string;
  readonly smtp_user: string;
  readonly smtp_password?: string | undefined;
}

/** A password belongs to a user of a server: the stored one is never sent to another. */
function chosenPassword({ smtp_host, smtp_user, smtp_password }: Login, before: EmailSettings): string | Refusal {
  if (smtp_user === '') return '';
  const isOther = smtp_host !== before.smtp_host || smtp_user !== before.smtp_user;
  return hiddenSecret('smtp_password', smtp_password, isOther ? '' : before.smtp_password);
}

/** A server that asks for a user asks for the password too. */
function lackOfPassword({ smtp_user, smtp_password }: Login): Refusal | null {
  if (smtp_user === '' || smtp_password !== '') return null;
  return notValid('smtp_password', 'enter it for this server and user');
}
