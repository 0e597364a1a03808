import { Button, Card, Tag } from '@blueprintjs/core';
import { Edit, Plus, Pulse, Trash } from '@blueprintjs/icons';
import {
  type ClientState,
  type ExchangeKept,
  passphraseExchanges,
  type SettingWork,
  selectCan,
  selectWork,
} from '@triquad/core';
import { useState } from 'react';
import { useClient, useClientState, useWatch } from '../../client-context.tsx';
import { CommandButton } from '../../components/CommandButton.tsx';
import { Panel } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { AdminOnly } from './AdminOnly.tsx';
import { ExchangeDialog } from './ExchangeDialog.tsx';
import styles from './settings.module.css';
import { useMessages } from './use-messages.ts';
import { useMayChange } from './use-setting.ts';

const height = 200;
const selectExchanges = (state: ClientState) => state.loaded.exchanges;
const mayDelete = selectCan('exchange.delete');

/** The credentials of exchanges. */
export function ExchangesTab() {
  return (
    <AdminOnly>
      <List />
    </AdminOnly>
  );
}

function List() {
  const { exchanges: texts } = useMessages().settings;
  useWatch('exchanges');
  const exchanges = useClientState(selectExchanges);
  const mayChange = useMayChange();
  const [edited, setEdited] = useState<{ name: string } | null>(null);
  const names = Object.keys(exchanges ?? {}).toSorted();
  const empty = exchanges !== null && names.length === 0 ? { text: texts.none, hint: texts.noneHint } : null;
  const state = usePanelState('exchanges', exchanges !== null, empty);
  return (
    <>
      <Panel
        title={texts.title}
        state={state}
        height={height}
        actions={
          <Button
            intent="primary"
            icon={<Plus />}
            text={texts.add}
            disabled={!mayChange || exchanges === null}
            onClick={() => setEdited({ name: '' })}
          />
        }
      >
        <ul className={styles.exchanges}>
          {names.map((name) => {
            const kept = exchanges?.[name];
            return kept && <Exchange key={name} name={name} kept={kept} edit={() => setEdited({ name })} />;
          })}
        </ul>
      </Panel>
      <ExchangeDialog edited={edited} close={() => setEdited(null)} />
    </>
  );
}

type ExchangeProps = { name: string; kept: ExchangeKept; edit: () => void };

function Exchange({ name, kept, edit }: ExchangeProps) {
  const { exchanges: texts } = useMessages().settings;
  const work = useClientState((state) => selectWork('exchange', name)(state));
  return (
    <li>
      <Card compact className={styles.exchange ?? ''}>
        <div className="row">
          <strong className={styles.exchangeName}>{name}</strong>
          <Tag minimal intent={kept.enabled ? 'success' : 'none'}>
            {kept.enabled ? texts.enabled : texts.disabled}
          </Tag>
          {kept.testnet && (
            <Tag minimal intent="primary">
              {texts.testnet}
            </Tag>
          )}
        </div>
        <Credentials name={name} kept={kept} />
        <Actions name={name} kept={kept} edit={edit} work={work} />
        <LastResult work={work} />
      </Card>
    </li>
  );
}

function Actions({ name, kept, edit, work }: ExchangeProps & { work: SettingWork | null }) {
  const { settings } = useMessages();
  const { exchanges: texts } = settings;
  const client = useClient();
  const busy = work?.phase === 'busy';
  const disabled = !useMayChange() || busy;
  const deletes = useClientState(mayDelete);
  return (
    <div className="row">
      <Button
        icon={<Pulse />}
        text={settings.test}
        aria-label={texts.testOf(name)}
        loading={busy && work.action === 'test'}
        disabled={disabled || !kept.enabled}
        onClick={() => client.send({ type: 'TestExchange', name, testnet: kept.testnet })}
      />
      <Button icon={<Edit />} text={texts.edit} aria-label={texts.editOf(name)} disabled={disabled} onClick={edit} />
      {deletes && <Remove name={name} disabled={disabled} />}
    </div>
  );
}

function Remove({ name, disabled }: { name: string; disabled: boolean }) {
  const { exchanges: texts } = useMessages().settings;
  return (
    <CommandButton
      command={{ type: 'DeleteExchange', name }}
      question={{
        title: texts.removeTitle(name),
        body: texts.removeBody,
        confirm: texts.remove,
        intent: 'danger',
      }}
      variant="minimal"
      intent="danger"
      icon={<Trash />}
      text={texts.remove}
      aria-label={texts.removeOf(name)}
      disabled={disabled}
    />
  );
}

function Credentials({ name, kept }: { name: string; kept: ExchangeKept }) {
  const { exchange, exchanges: texts } = useMessages().settings;
  const needsPassphrase = passphraseExchanges.some((known) => known === name);
  const secrets = [
    [exchange.apiSecret, kept.has_secret],
    ...(needsPassphrase ? [[exchange.passphrase, kept.has_passphrase] as const] : []),
  ] as const;
  return (
    <div className={`small ${styles.keys}`}>
      <span className="muted">{texts.key}</span> <code>{kept.api_key === '' ? texts.noKey : kept.api_key}</code>
      {secrets.map(([label, has]) => (
        <span key={label}>
          <span className="muted">{label}</span> {has === false ? texts.noKey : has === null ? '—' : '••••'}
        </span>
      ))}
    </div>
  );
}

/** Result of the last test or removal; of a test in the words of the bot. */
function LastResult({ work }: { work: SettingWork | null }) {
  const { settings, texts } = useMessages();
  const words = settings.exchanges;
  return (
    <div className={`small ${styles.result}`} role="status">
      {work?.action === 'test' && <Tested work={work} />}
      {work?.action === 'delete' && work.problem !== null && (
        <span className="loss">{settings.failedDelete(texts.problem(work.problem))}</span>
      )}
      {work?.permissions != null && work.permissions.length > 0 && (
        <span>{words.permissions(work.permissions.join(', '))}</span>
      )}
    </div>
  );
}

function Tested({ work: { phase, problem, message, latency_ms } }: { work: SettingWork }) {
  const { settings, texts } = useMessages();
  const words = settings.exchanges;
  if (phase === 'busy') return <span className="muted">{words.testing}</span>;
  if (problem !== null) return <span className="loss">{settings.failedTest(texts.problem(problem))}</span>;
  if (phase === 'failed') return <span className="caution">{message ?? settings.failedTest('')}</span>;
  const took = latency_ms === null ? '' : words.latency(String(Math.round(latency_ms)));
  return (
    <span className="gain">
      {words.works(took)}
      {message !== null && `. ${message}`}
    </span>
  );
}
