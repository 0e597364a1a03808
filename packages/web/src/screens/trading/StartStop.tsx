import { Button, Callout } from '@blueprintjs/core';
import { Play, Stop } from '@blueprintjs/icons';
import {
  selectBotCondition,
  selectHalt,
  selectMode,
  selectReader,
  selectReplaying,
  type TradingConfig,
  tradingStart,
} from '@triquad/core';
import { useClient, useClientState } from '../../client-context.tsx';
import { useBotCommands } from '../../components/bot-commands.ts';
import { runsWith } from '../../components/runs-with.ts';
import { useMessages } from '../../messages/messages.tsx';

/** `error`: why it cannot be started; `blocked`: something in the form is wrong and said there. */
type Props = { config: TradingConfig; error: string | null; blocked: boolean };

/** The one button, and beneath it why it cannot be pressed or what the bot runs with. */
export function StartStop({ config, error, blocked }: Props) {
  const { control, kill } = useMessages();
  const client = useClient();
  const condition = useClientState(selectBotCondition);
  const mode = useClientState(selectMode);
  const replaying = useClientState(selectReplaying);
  const reader = useClientState(selectReader);
  const halted = useClientState(selectHalt)?.reason ?? null;
  const commands = useBotCommands();
  const busy = condition === 'starting' || condition === 'stopping';
  const running = condition === 'running' || condition === 'stopping';
  const ready = condition === 'stopped' || condition === 'error';
  return (
    <>
      {running ? (
        <Button
          fill
          size="large"
          intent="danger"
          icon={<Stop />}
          text={control.stop}
          loading={busy}
          disabled={replaying || reader}
          onClick={commands.stop}
        />
      ) : (
        <Button
          fill
          size="large"
          intent={mode === 'live' ? 'warning' : 'success'}
          icon={<Play />}
          text={mode === 'live' ? control.startLive : control.start}
          loading={busy}
          disabled={!ready || blocked || error !== null || replaying || reader}
          onClick={() => client.send({ type: 'StartBot', parameters: tradingStart(config, mode) })}
        />
      )}
      <div className="trading-note">
        {error !== null && !running && (
          <span className="loss" role="alert">
            {error}
          </span>
        )}
        {running && <RunsWith />}
        {reader && <Callout compact>{control.viewer}</Callout>}
        {halted !== null && (
          <Callout compact intent="danger" role="status">
            {kill.halted(halted)}
          </Callout>
        )}
      </div>
    </>
  );
}

/** Another client, or the active configuration, may have started it with something else than what stands above. */
function RunsWith() {
  const { control } = useMessages();
  const text = useClientState(runsWith(control));
  return <span className="muted small">{text}</span>;
}
