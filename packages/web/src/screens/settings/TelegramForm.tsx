import { Button, Switch } from '@blueprintjs/core';
import { type ClientState, type TelegramKept, telegramTestError } from '@triquad/core';
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
import { type Texts, useDraft } from './use-draft.ts';
import { refusedField, useMayChange, useWork } from './use-setting.ts';

const height = 430;
const keepsSecrets = selectCan('alerts');
const selectTelegram = (state: ClientState) => state.settings.telegram;
const textsOf = (kept: TelegramKept | null): Texts =>
  kept === null ? {} : { enabled: kept.enabled ? 'yes' : '', chat_id: kept.chat_id, ...eventTexts(kept.alert_events) };

export function TelegramForm() {
  const { settings } = useMessages();
  const { alerts, exchange } = settings;
  const client = useClient();
  useWatch('telegram');
  const kept = useClientState(selectTelegram);
  const keeps = useClientState(keepsSecrets);
  const draft = useDraft(useMemo(() => textsOf(kept), [kept]));
  const work = useWork('telegram', null, draft.discard);
  const state = usePanelState('telegram', kept !== null, null);
  const mayChange = useMayChange();
  const [lacks, setLacks] = useState(false);
  useUnsaved('telegram', draft.isDirty);
  const busy = work?.phase === 'busy';
  const disabled = !mayChange || busy;
  const { values, set } = draft;
  const typed = (values.bot_token ?? '').trim();
  // A posted mask stays as it is with a bot that knows of masks.
  const bot_token = typed === '' && keeps ? (kept?.bot_token ?? '') : typed;
  const chat_id = (values.chat_id ?? '').trim();
  const mustEnter = !keeps && kept !== null && kept.bot_token !== '' && typed === '' && draft.isDirty;
  const edit = (name: string) => (text: string) => {
    setLacks(false);
    set(name, text);
  };
  const save = () =>
    client.send({
      type: 'SaveTelegram',
      enabled: values.enabled === 'yes',
      bot_token,
      chat_id,
      alert_events: eventList(draft),
    });
  const test = () => {
    const isLacking = telegramTestError(bot_token, chat_id) !== null;
    setLacks(isLacking);
    if (!isLacking) client.send({ type: 'TestTelegram', bot_token, chat_id, message: alerts.testMessage });
  };
  return (
    <Panel title={alerts.telegram} state={state} height={height}>
      <form
        className="settings-form"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Switch
          label={alerts.enable.telegram}
          checked={values.enabled === 'yes'}
          disabled={disabled}
          onChange={(event) => set('enabled', event.currentTarget.checked ? 'yes' : '')}
        />
        <SecretField
          label={alerts.token}
          value={values.bot_token ?? ''}
          onChange={edit('bot_token')}
          disabled={disabled}
          kept={kept?.bot_token ?? ''}
          help={kept?.bot_token ? (keeps ? exchange.keeps : exchange.enterAgain) : alerts.tokenHelp}
          error={refusedField(work, 'bot_token') ?? (mustEnter ? exchange.enterAgain : null)}
        />
        <TextField
          label={alerts.chat}
          value={values.chat_id ?? ''}
          onChange={edit('chat_id')}
          disabled={disabled}
          help={alerts.chatHelp}
          error={refusedField(work, 'chat_id')}
        />
        <EventChoice draft={draft} disabled={disabled} />
        <p className="small loss setting-lacks" role="alert">
          {lacks ? alerts.needsTelegram : ''}
        </p>
        <SaveBar draft={draft} work={work} valid={!mustEnter} saveText={alerts.saveTelegram} saved={settings.saved}>
          <Button
            text={alerts.testTelegram}
            loading={busy && work.action === 'test'}
            disabled={disabled}
            onClick={test}
          />
        </SaveBar>
      </form>
    </Panel>
  );
}
