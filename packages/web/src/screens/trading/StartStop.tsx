import { Callout } from '@blueprintjs/core';
import { Play, Stop } from '@blueprintjs/icons';
import { selectBotCondition, selectHalt, selectLackingRole, selectMode, selectThreshold } from '@triquad/core';
import { type TradingConfig, tradingStart } from '@triquad/core/rules';
import { useClientState } from '../../client-context.tsx';
import { CommandButton } from '../../components/CommandButton.tsx';
import { RunsWith, thresholdText } from '../../components/runs-with.tsx';
import { stopCommand } from '../../components/use-bot-commands.ts';
import styles from './trading.module.css';
import { useMessages } from './use-messages.ts';

const selectLacking = selectLackingRole('StartBot');

/** `config` is null while the form has an error, which the field shows. */
type Props = { config: TradingConfig | null };

/** The one button, and beneath it what the bot runs with or why it cannot be pressed. */
export function StartStop({ config }: Props) {
  const { control, kill } = useMessages();
  const condition = useClientState(selectBotCondition);
  const reader = useClientState(selectLacking) !== null;
  const halted = useClientState(selectHalt)?.reason ?? null;
  const running = condition === 'running' || condition === 'stopping';
  return (
    <>
      {running ? <StopButton /> : <StartButton config={config} />}
      <div className={styles.notes}>
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

function StopButton() {
  const { control } = useMessages();
  const stopping = useClientState(selectBotCondition) === 'stopping';
  return (
    <CommandButton
      command={stopCommand}
      fill
      size="large"
      intent="danger"
      icon={<Stop />}
      text={control.stop}
      loading={stopping}
    />
  );
}

function StartButton({ config }: Props) {
  const condition = useClientState(selectBotCondition);
  const mode = useClientState(selectMode);
  const text = useStartText(config);
  return (
    <CommandButton
      command={{ type: 'StartBot', ...(config !== null && { parameters: tradingStart(config, mode) }) }}
      fill
      size="large"
      intent={mode === 'live' ? 'warning' : 'success'}
      icon={<Play />}
      text={text}
      loading={condition === 'starting'}
      disabled={config === null}
    />
  );
}

/** Text of the start button, with the threshold if it differs from the saved one. */
const useStartText = (config: TradingConfig | null): string => {
  const { control } = useMessages();
  const live = useClientState(selectMode) === 'live';
  const saved = useClientState((state) => selectThreshold(state).saved);
  const start = live ? control.startLive : control.start;
  if (config === null || saved === null || saved === config.minProfit) return start;
  return control.startAt(start, thresholdText(config.minProfit), thresholdText(saved));
};
