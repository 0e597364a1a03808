import { Button } from '@blueprintjs/core';
import { type ClientState, selectLive, selectReplaying } from '@triquad/core';
import { routeOf } from '@triquad/core/contract';
import { useState } from 'react';
import { useCallRaw } from '../../app-context.tsx';
import { useClientState } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import type { Holding } from './holdings.ts';
import { useMessages } from './use-messages.ts';

const height = 64;
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
  const callRaw = useCallRaw();
  const replaying = useClientState(selectReplaying);
  const [answer, setAnswer] = useState<{ readonly address?: string; readonly problem?: string } | null>(null);
  const ask = async () => {
    const address = `/wallets/${encodeURIComponent(exchange)}/deposit-address/${encodeURIComponent(asset)}`;
    const got = await callRaw?.({ method: 'GET', address });
    if (got === undefined) return;
    if (!got.ok) return setAnswer({ problem: texts.problem(got.problem) });
    setAnswer((await read(got.text)) ?? { problem: text.refused(String(got.status)) });
  };
  return (
    <div className="row">
      <span>
        <strong>{asset}</strong> <span className="muted">{exchange}</span>
      </span>
      {answer?.address !== undefined && <code>{answer.address}</code>}
      {answer?.problem !== undefined && <span className="loss small">{answer.problem}</span>}
      <Button
        className="push"
        size="small"
        variant="minimal"
        text={text.show}
        aria-label={text.showOf(asset, exchange)}
        disabled={replaying}
        onClick={() => void ask()}
      />
    </div>
  );
}

/** The address with its network and its tag; or why there is none, in the words of the bot. */
const read = async (body: string): Promise<{ address: string } | { problem: string } | null> => {
  try {
    const json: unknown = JSON.parse(body);
    const { success, data } = (await routeOf('wallets.deposit')).answer.safeParse(json);
    if (success) return { address: [data.address, data.tag, `(${data.network})`].filter(Boolean).join(' ') };
    const { detail } = { ...Object(json) };
    return typeof detail === 'string' ? { problem: detail } : null;
  } catch {
    return null;
  }
};
