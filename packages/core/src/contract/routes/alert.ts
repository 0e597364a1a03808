import {
  Acknowledged,
  AlertTestRecord,
  EmailConfig,
  EmailConfigRecord,
  EmailTest,
  LooseEmailConfig,
  LooseTelegramConfig,
  TelegramConfig,
  TelegramConfigRecord,
  TelegramTest,
} from '../alert.ts';
import { TestResult } from '../exchange.ts';
import { enveloped } from '../loose.ts';
import { route } from '../route.ts';

export const alertRoutes = {
  'telegram.get': route({
    method: 'GET',
    path: '/system/telegram',
    role: 'admin',
    record: TelegramConfigRecord,
    answer: enveloped(LooseTelegramConfig),
    summary: 'Telegram alerts, token masked',
  }),
  'telegram.save': route({
    method: 'POST',
    path: '/system/telegram',
    role: 'admin',
    idempotent: true,
    body: TelegramConfig,
    record: TelegramConfigRecord,
    answer: enveloped(Acknowledged),
    summary: 'Save Telegram alerts',
  }),
  'telegram.test': route({
    method: 'POST',
    path: '/system/telegram/test',
    role: 'admin',
    idempotent: true,
    body: TelegramTest,
    record: AlertTestRecord,
    answer: enveloped(TestResult),
    summary: 'Send a test message',
  }),
  'email.get': route({
    method: 'GET',
    path: '/system/email',
    role: 'admin',
    record: EmailConfigRecord,
    answer: enveloped(LooseEmailConfig),
    summary: 'E-mail alerts, password never',
  }),
  'email.save': route({
    method: 'POST',
    path: '/system/email',
    role: 'admin',
    idempotent: true,
    body: EmailConfig,
    record: EmailConfigRecord,
    answer: enveloped(Acknowledged),
    summary: 'Save e-mail alerts',
  }),
  'email.test': route({
    method: 'POST',
    path: '/system/email/test',
    role: 'admin',
    idempotent: true,
    body: EmailTest,
    record: AlertTestRecord,
    answer: enveloped(TestResult),
    summary: 'Send a test e-mail',
  }),
} as const;
