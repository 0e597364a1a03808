import { Button, Callout, DialogBody, DialogFooter, Tag } from '@blueprintjs/core';
import {
  type ClientState,
  money,
  none,
  percent,
  selectLive,
  selectOpportunity,
  selectReplaying,
  selectTicket,
} from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import { useEffect, useRef } from 'react';
import { useClient, useClientState } from '../client-context.tsx';
import { useMessages } from '../messages/messages.tsx';
import { pathOf, typeTone } from './cycle.ts';
import { DialogFrame } from './DialogFrame.tsx';
import { Fact, Facts } from './Facts.tsx';
import { milliseconds } from './format.ts';
import { levelText, liquidityTone, profitTone, riskTone } from './opportunity-text.ts';

/** Asks before an opportunity is executed by hand, shows what it would do now, and why it could not. */
export function ExecuteDialog({ id, close }: { id: string | null; close: () => void }) {
  const { execute } = useMessages();
  const opportunity = useShown(id);
  return (
    <DialogFrame isOpen={id !== null} title={execute.title} onClose={close} className="execute">
      {opportunity && <Ticket key={opportunity.id} opportunity={opportunity} close={close} />}
    </DialogFrame>
  );
}

/** The opportunity as it lives on; what was last known of it once the list has dropped it. */
const useShown = (id: string | null): Opportunity | null => {
  const current = useClientState((state) => (id === null ? null : selectOpportunity(id)(state)));
  const last = useRef<Opportunity | null>(null);
  if (current !== null) last.current = current;
  return current ?? (id !== null && last.current?.id === id ? { ...last.current, is_valid: false } : null);
};

const selectPhase = (id: string) => (state: ClientState) => selectTicket(id)(state)?.phase ?? 'closed';

function Ticket({ opportunity, close }: { opportunity: Opportunity; close: () => void }) {
  const { execute } = useMessages();
  const client = useClient();
  const { id, capital_required } = opportunity;
  const phase = useClientState(selectPhase(id));
  const succeeded = useClientState((state) => selectTicket(id)(state)?.result?.status === 'success');
  const live = useClientState(selectLive);
  const replaying = useClientState(selectReplaying);
  const amount = useRef(capital_required).current;
  const worthAsking = useRef(opportunity.is_valid !== false).current;

  useEffect(() => {
    if (worthAsking && amount !== null && amount > 0)
      client.send({ type: 'PreviewOpportunity', opportunity_id: id, amount });
    return () => client.send({ type: 'CloseTicket' });
  }, [client, id, amount, worthAsking]);

  useEffect(() => {
    if (phase === 'executed' && succeeded) close();
  }, [phase, succeeded, close]);

  // A button that is disabled loses the focus to nowhere, and with it the keys that close the dialog.
  const cancel = useRef<HTMLButtonElement>(null);
  const blocked = replaying || opportunity.is_valid === false;
  const busy = phase === 'requoting' || phase === 'executing';
  useEffect(() => {
    if (blocked || busy) cancel.current?.focus();
  }, [blocked, busy]);

  const run = () =>
    client.send({
      type: 'ExecuteOpportunity',
      opportunity_id: id,
      ...(amount === null ? {} : { amount }),
      dry_run: !live,
    });

  return (
    <>
      <DialogBody>
        <OpportunityFacts opportunity={opportunity} />
        <Preview id={id} />
        <Trouble id={id} expired={opportunity.is_valid === false && !busy && phase !== 'executed'} />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button ref={cancel} autoFocus={live} text={execute.cancel} onClick={close} />
            <Button
              autoFocus={!live}
              intent={live ? 'warning' : 'primary'}
              text={live ? execute.confirmLive(money(amount, { digits: 0 })) : execute.confirm}
              disabled={blocked}
              loading={busy}
              onClick={run}
            />
          </>
        }
      />
    </>
  );
}

function OpportunityFacts({ opportunity }: { opportunity: Opportunity }) {
  const messages = useMessages();
  const { execute, scanner } = messages;
  const { profit_pct, profit_usd, liquidity_level, risk_level, capital_required } = opportunity;
  return (
    <>
      <Facts>
        <Fact name={execute.type} value={opportunity.type || none} tone={typeTone(opportunity.type)} />
        <Fact name={execute.exchange} value={opportunity.exchange || none} />
        <Fact
          name={execute.profitPct}
          value={percent(profit_pct, { digits: 3, sign: true })}
          tone={profitTone(profit_pct)}
        />
        <Fact name={execute.profitUsd} value={money(profit_usd, { sign: true })} />
        <Fact name={execute.capital} value={money(capital_required)} />
      </Facts>
      <h4>{execute.path}</h4>
      <p className="path">
        {pathOf(opportunity.symbols) || none}{' '}
        <Tag minimal intent={opportunity.is_valid ? 'success' : 'none'}>
          {opportunity.is_valid ? scanner.statusValid : scanner.statusExpired}
        </Tag>
      </p>
      <Callout className="risk-box" title={execute.risk} icon={null} compact>
        <Facts>
          <Fact
            name={execute.liquidity}
            value={levelText(messages, liquidity_level)}
            tone={liquidityTone(liquidity_level)}
          />
          <Fact name={execute.riskLevel} value={levelText(messages, risk_level)} tone={riskTone(risk_level)} />
          <Fact name={execute.time} value={milliseconds(opportunity.execution_time_ms)} />
        </Facts>
        {opportunity.risk_reasons.length > 0 && <p className="muted small">{opportunity.risk_reasons.join(' · ')}</p>}
        {opportunity.best_tri_pct !== null && (
          <p className="muted small">{execute.bestTri(percent(opportunity.best_tri_pct, { digits: 3, sign: true }))}</p>
        )}
      </Callout>
    </>
  );
}

/** What the bot says it would come to now; the lines are there before the answer is. */
function Preview({ id }: { id: string }) {
  const { execute } = useMessages();
  const preview = useClientState((state) => selectTicket(id)(state)?.preview ?? null);
  const expected = preview?.expected_profit ?? null;
  return (
    <>
      <Facts>
        <Fact
          name={execute.expected}
          value={`${money(expected, { sign: true })} · ${percent(preview?.expected_profit_pct ?? null, { digits: 3, sign: true })}`}
        />
        <Fact name={execute.fees} value={money(preview?.fees ?? null)} />
      </Facts>
      {preview?.warnings.map((warning) => (
        <Callout key={warning} compact intent="warning">
          {warning}
        </Callout>
      ))}
    </>
  );
}

/** Why it failed, or why it cannot be tried any more. */
function Trouble({ id, expired }: { id: string; expired: boolean }) {
  const { execute } = useMessages();
  const failure = useClientState((state) => {
    const ticket = selectTicket(id)(state);
    if (ticket === null) return null;
    if (ticket.phase === 'failed' || ticket.phase === 'unsettled') return ticket.problem?.message ?? null;
    return ticket.phase === 'executed' ? (ticket.result?.result?.error_message ?? null) : null;
  });
  if (failure !== null) {
    return (
      <Callout intent="danger" role="alert">
        {failure}
      </Callout>
    );
  }
  return expired ? <Callout intent="warning">{execute.expired}</Callout> : null;
}
