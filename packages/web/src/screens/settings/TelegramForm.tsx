import type { ClientState } from '@triquad/core';
import { TelegramFields } from '@triquad/core/rules';
import { useClient, useClientState } from '../../client-context.tsx';
import { SecretField, TextField } from '../../forms/fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { AlertPanel } from './AlertPanel.tsx';
import { useUnsaved } from './unsaved.tsx';
import { namesIn, useAlert } from './use-alert.ts';
import { useMessages } from './use-messages.ts';

const selectTelegram = ({ loaded }: ClientState) => loaded.telegram;

export function TelegramForm() {
  const { alerts, exchange } = useMessages().settings;
  const client = useClient();
  const { keepsSecrets, submission, ...alert } = useAlert('telegram');
  const kept = useClientState(selectTelegram);
  const saved = kept?.bot_token ?? '';
  const form = useForm(TelegramFields, {
    name: 'telegram',
    saved: kept && { enabled: kept.enabled, chat_id: kept.chat_id, events: namesIn(kept.alert_events) },
    submission,
    disabled: !alert.mayChange,
    check: (text) => (saved !== '' && !keepsSecrets && text('bot_token') === '' ? { bot_token: 'enter_again' } : {}),
  });
  useUnsaved('telegram', form.isDirty);
  // A bot that knows masks keeps the stored token when it receives the mask.
  const tokenOf = (typed: string) => typed || (keepsSecrets ? saved : '');
  const help = saved === '' ? alerts.tokenHelp : keepsSecrets ? exchange.keeps : exchange.enterAgain;
  return (
    <AlertPanel
      {...alert}
      form={form}
      name="telegram"
      hasEvents
      save={form.submit(({ events, ...value }) =>
        client.send({
          type: 'SaveTelegram',
          ...value,
          bot_token: tokenOf(value.bot_token),
          alert_events: events.join(),
        }),
      )}
      isComplete={tokenOf(form.text('bot_token').trim()) !== '' && form.text('chat_id').trim() !== ''}
      test={form.submit(({ bot_token, chat_id }) =>
        client.send({
          type: 'TestTelegram',
          bot_token: tokenOf(bot_token),
          chat_id,
          message: alerts.testMessage,
        }),
      )}
    >
      <SecretField form={form} path="bot_token" label={alerts.token} kept={saved} help={help} />
      <TextField form={form} path="chat_id" label={alerts.chat} help={alerts.chatHelp} />
    </AlertPanel>
  );
}
