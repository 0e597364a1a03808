import { Button, ButtonGroup } from '@blueprintjs/core';
import { type ClientState, type Command, selectCan, selectLackingRole, selectMode, selectWork } from '@triquad/core';
import type { SomeParameters } from '@triquad/core/contract';
import { useClientState, useWatch } from '../../client-context.tsx';
import { useCommand, useSend } from '../../components/use-command.ts';
import { ByExchange } from './ByExchange.tsx';
import styles from './execution.module.css';
import { useMessages } from './use-messages.ts';

const selectKeeps = selectCan('config.write');
const selectDivides = selectCan('config.by_hand');
const selectConfig = (state: ClientState) => (selectKeeps(state) ? state.loaded.config : null);
const selectExecutionWork = selectWork('execution');
const selectLacking = selectLackingRole('SaveParameters');
// Its parameters do not matter to the permission.
const anyChange: Command = { type: 'SaveParameters', setting: 'execution', parameters: {} };

/** Automatic execution or execution by hand: in force at once. Empty if the bot states neither. */
export function Automation() {
  const { automation: text, texts } = useMessages();
  const send = useSend();
  useWatch('config');
  const config = useClientState(selectConfig);
  const work = useClientState(selectExecutionWork);
  const isLive = useClientState(selectMode) === 'live';
  const isAllowed = useClientState(selectLacking) === null;
  const { obstacle } = useCommand(anyChange);
  const divides = useClientState(selectDivides);
  const isOn = config?.auto_execute ?? null;
  if (config === null || isOn === null) return null;
  const isBusy = work?.phase === 'busy';
  const mayChange = obstacle === null;
  const save = (parameters: SomeParameters) => {
    const { version } = config;
    void send({ type: 'SaveParameters', setting: 'execution', parameters, ...(version !== null && { version }) });
  };
  const hint = isLive ? text.liveHint : isOn ? text.automaticHint : text.byHandHint;
  return (
    <section className={styles.part} aria-label={text.title}>
      <div className="metric-name">{text.title}</div>
      <div className="row">
        <ButtonGroup role="group" aria-label={text.title}>
          {[true, false].map((automatic) => (
            <Button
              key={String(automatic)}
              active={isOn === automatic}
              aria-pressed={isOn === automatic}
              text={automatic ? text.automatic : text.byHand}
              disabled={!mayChange || isBusy}
              onClick={() => {
                if (automatic !== isOn) save({ auto_execute: automatic });
              }}
            />
          ))}
        </ButtonGroup>
        {work?.phase === 'failed' && work.problem !== null ? (
          <span className="loss small" role="alert">
            {text.failed(texts.problem(work.problem))}
          </span>
        ) : (
          <span className="muted small">{isAllowed ? hint : text.adminOnly}</span>
        )}
      </div>
      {divides && isOn && !isLive && (
        <ByExchange config={config} mayChange={mayChange} isBusy={isBusy} save={(by_hand) => save({ by_hand })} />
      )}
    </section>
  );
}
