import { type TelegramKept, telegramTestError } from '@triquad/core';
import { useClient } from '../../client-context.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { AlertPanel } from './AlertPanel.tsx';
import { eventList, eventTexts } from './alert-events.tsx';
import { SecretField, TextField } from './Field.tsx';
import { useAlertForm } from './use-alert-form.ts';
import type { Texts } from './use-draft.ts';
import { refusedField } from './use-setting.ts';

const textsOf = ({ enabled, chat_id, alert_events }: TelegramKept): Texts => ({
  enabled: enabled ? 'yes' : '',
  chat_id,
  ...eventTexts(alert_events),
});

export function TelegramForm() {
  const { alerts, exchange } = useMessages().settings;
  const client = useClient();
  const form = useAlertForm('telegram', textsOf);
  const { draft, work, kept, keepsSecrets, disabled, read, type } = form;
  const saved = kept?.bot_token ?? '';
  // A posted mask stays as it is with a bot that knows of masks.
  const bot_token = read('bot_token') || (keepsSecrets ? saved : '');
  const chat_id = read('chat_id');
  const mustEnter = draft.isDirty && saved !== '' && bot_token === '';
  const save = () =>
    client.send({
      type: 'SaveTelegram',
      enabled: draft.values.enabled === 'yes',
      bot_token,
      chat_id,
      alert_events: eventList(draft),
    });
  const test = () => {
    if (telegramTestError(bot_token, chat_id) !== null) return false;
    client.send({ type: 'TestTelegram', bot_token, chat_id, message: alerts.testMessage });
    return true;
  };
  return (
    <AlertPanel form={form} name="telegram" hasEvents valid={!mustEnter} save={save} test={test}>
      <SecretField
        label={alerts.token}
        value={draft.values.bot_token ?? ''}
        onChange={(text) => type('bot_token', text)}
        disabled={disabled}
        kept={saved}
        help={saved === '' ? alerts.tokenHelp : keepsSecrets ? exchange.keeps : exchange.enterAgain}
        error={refusedField(work, 'bot_token') ?? (mustEnter ? exchange.enterAgain : null)}
      />
      <TextField
        label={alerts.chat}
        value={draft.values.chat_id ?? ''}
        onChange={(text) => type('chat_id', text)}
        disabled={disabled}
        help={alerts.chatHelp}
        error={refusedField(work, 'chat_id')}
      />
    </AlertPanel>
  );
}
