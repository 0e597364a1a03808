import { Button, FormGroup, InputGroup, Tag } from '@blueprintjs/core';
import { type ClientState, none, selectCan, selectMinute } from '@triquad/core';
import type { BotConfig } from '@triquad/core/contract';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useClientState, useWatch } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { thresholdText } from '../../components/runs-with.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { dollars } from '../../messages/format.ts';
import { shortMoment } from '../../messages/moments.ts';
import { useAsking, useRefusal } from './Asking.tsx';
import { BackupPanel } from './BackupPanel.tsx';
import { differencesOf } from './config-differences.ts';
import { Refused, Table } from './ListTable.tsx';
import styles from './settings.module.css';
import { useMessages } from './use-messages.ts';
import { useSending } from './use-sending.ts';
import { useMayChange } from './use-setting.ts';

const height = 240;
const selectCanBackUp = selectCan('backup');
const selectConfigurations = ({ loaded }: ClientState) => loaded.configurations;
const nameOf = ({ name, id }: BotConfig): string => name ?? String(id ?? none);
const isActive = (config: BotConfig): boolean => config.is_active === true;
const exchangesOf = ({ enabled_exchanges: names }: BotConfig): string =>
  Array.isArray(names) ? names.join(', ') : none;

/** Fields that the bot did not send are not sent back. */
const known = (config: BotConfig): object =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null));

/** The configurations, and beside them a copy of all that the bot keeps. */
export function ConfigsTab() {
  const canBackUp = useClientState(selectCanBackUp);
  return (
    <>
      <Configs />
      {canBackUp && <BackupPanel />}
    </>
  );
}

/** Every configuration, which of them is active, and how each differs from it; loaded while it is shown. */
function Configs() {
  const { configs: text } = useMessages();
  useWatch('configurations');
  const configurations = useClientState(selectConfigurations);
  const rows = configurations ?? [];
  const state = usePanelState('configurations', configurations !== null, null);
  const ask = useAsking();
  const refusal = useRefusal('configuration');
  const mayChange = useMayChange();
  const minute = useClientState(selectMinute);
  const [opened, open] = useState<{ id: unknown; as: 'compare' | 'copy' } | null>(null);
  const active = rows.find(isActive) ?? null;
  const chosen = rows.find(({ id }) => opened !== null && id === opened.id) ?? null;
  const toggle = (config: BotConfig, as: 'compare' | 'copy') =>
    open(opened?.id === config.id && opened?.as === as ? null : { id: config.id, as });
  return (
    <Panel
      title={text.title}
      state={state}
      height={height}
      actions={<span className="muted small from-tablet">{text.hint}</span>}
    >
      <Table
        label={text.title}
        names={[text.name, text.version, text.threshold, text.perRoute, text.exchanges, text.changed, '']}
      >
        {rows.map((config) => (
          <tr key={String(config.id)}>
            <th scope="row">
              {nameOf(config)}{' '}
              {isActive(config) && (
                <Tag minimal intent="success">
                  {text.active}
                </Tag>
              )}
            </th>
            <td>{config.version ?? none}</td>
            <td>{config.min_profit_threshold === null ? none : thresholdText(config.min_profit_threshold)}</td>
            <td>{dollars(config.max_capital_per_route)}</td>
            <td>{exchangesOf(config)}</td>
            <td>{config.updated_at === null ? none : shortMoment(config.updated_at, minute)}</td>
            <td className={styles.actions}>
              {!isActive(config) && (
                <>
                  <Button
                    size="small"
                    text={text.compare}
                    aria-label={text.compareOf(nameOf(config))}
                    onClick={() => toggle(config, 'compare')}
                  />
                  <Button
                    size="small"
                    intent="primary"
                    text={text.activate}
                    aria-label={text.activateOf(nameOf(config))}
                    disabled={!mayChange}
                    onClick={() =>
                      ask({
                        title: text.activateTitle(nameOf(config)),
                        body: text.activateBody,
                        details: active !== null && <Differences now={active} other={config} />,
                        confirm: text.activate,
                        intent: 'primary',
                        command: { type: 'ActivateConfig', id: String(config.id) },
                      })
                    }
                  />
                </>
              )}
              <Button
                size="small"
                text={text.copy}
                aria-label={text.copyOf(nameOf(config))}
                disabled={!mayChange}
                onClick={() => toggle(config, 'copy')}
              />
              {!isActive(config) && (
                <Button
                  size="small"
                  variant="minimal"
                  intent="danger"
                  text={text.remove}
                  aria-label={text.removeOf(nameOf(config))}
                  disabled={!mayChange}
                  onClick={() =>
                    ask({
                      title: text.removeOf(nameOf(config)),
                      body: text.removeBody,
                      confirm: text.remove,
                      intent: 'danger',
                      command: { type: 'DeleteConfig', id: String(config.id) },
                    })
                  }
                />
              )}
            </td>
          </tr>
        ))}
      </Table>
      {chosen !== null && opened?.as === 'compare' && active !== null && <Differences now={active} other={chosen} />}
      {chosen !== null && opened?.as === 'copy' && (
        <CopyForm key={String(chosen.id)} config={chosen} close={() => open(null)} />
      )}
      <Refused text={refusal} />
    </Panel>
  );
}

/** Each setting that differs, as it is now and as it would be. */
function Differences({ now, other }: { now: BotConfig; other: BotConfig }) {
  const { configs: text } = useMessages();
  const differences = differencesOf(now, other);
  const label = text.differences(nameOf(other), nameOf(now));
  if (differences.length === 0) return <p className="muted">{text.same}</p>;
  return (
    <Table label={label} names={[text.field, text.now, text.other]}>
      {differences.map((one) => (
        <tr key={one.name}>
          <th scope="row">
            <code>{one.name}</code>
          </th>
          <td className={styles.wraps}>{one.now || none}</td>
          <td className={styles.wraps}>{one.other || none}</td>
        </tr>
      ))}
    </Table>
  );
}

function CopyForm({ config, close }: { config: BotConfig; close: () => void }) {
  const { configs: text } = useMessages();
  const [name, setName] = useState('');
  const { send, isDone } = useSending('configuration', name.trim(), 'create');
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'CreateConfig', config: { ...known(config), name: name.trim() } });
  };
  useEffect(() => {
    if (isDone) close();
  }, [isDone, close]);
  return (
    <form className={styles.userForm} onSubmit={submit}>
      <FormGroup label={text.copyTitle(nameOf(config))} labelFor={id} helperText={text.copyHint}>
        <InputGroup id={id} value={name} maxLength={100} autoFocus placeholder={text.name} onValueChange={setName} />
      </FormGroup>
      <Button type="submit" intent="primary" text={text.create} disabled={name.trim() === ''} />
    </form>
  );
}
