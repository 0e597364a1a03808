import { Button } from '@blueprintjs/core';
import { type ClientState, selectLive } from '@triquad/core';
import { useClientState } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useCommand } from '../../components/use-command.ts';
import type { Holding } from './holdings.ts';
import { useMessages } from './use-messages.ts';

const height = 64;
const selectDeposits = ({ deposits }: ClientState) => deposits;
type Address = NonNullable<ClientState['deposits'][number]['address']>;
const unasked = { address: null, problem: null };
const selectPaper = (state: ClientState): boolean => !selectLive(state);

/** Deposit address: requested for one asset at a time, because exchanges create an address on request. */
export function DepositPanel({ holdings }: { holdings: readonly Holding[] }) {
  const { deposit: text } = useMessages().positions;
  const isPaper = useClientState(selectPaper);
  return (
    <Panel
      title={text.title}
      state={isPaper ? { kind: 'empty', text: text.paper } : { kind: 'ready' }}
      height={height}
      actions={<span className="muted small from-tablet">{text.hint}</span>}
    >
      {holdings.map((one) => (
        <Address key={`${one.exchange} ${one.asset}`} holding={one} />
      ))}
    </Panel>
  );
}

function Address({ holding: { exchange, asset } }: { holding: Holding }) {
  const { positions, texts } = useMessages();
  const { deposit: text } = positions;
  const { obstacle, why, run } = useCommand({ type: 'LoadDeposit', exchange, asset });
  const deposits = useClientState(selectDeposits);
  const { address, problem } = deposits.find((one) => one.exchange === exchange && one.asset === asset) ?? unasked;
  return (
    <div className="row">
      <span>
        <strong>{asset}</strong> <span className="muted">{exchange}</span>
      </span>
      {address !== null && <code>{addressText(address)}</code>}
      {problem !== null && <span className="loss small">{texts.problem(problem)}</span>}
      <Button
        className="push"
        size="small"
        variant="minimal"
        text={text.show}
        aria-label={text.showOf(asset, exchange)}
        title={why}
        disabled={obstacle !== null}
        onClick={() => void run()}
      />
    </div>
  );
}

/** The address with its tag and its network. */
const addressText = ({ address, tag, network }: Address): string =>
  [address, tag, `(${network})`].filter(Boolean).join(' ');
