import { Button, DialogBody, DialogFooter, FormGroup, InputGroup, Tag } from '@blueprintjs/core';
import { type ClientState, figureOf, selectCan, selectStale } from '@triquad/core';
import type { Difference } from '@triquad/core/contract';
import { type FormEvent, useState } from 'react';
import { useClientState, useWatch } from '../../client-context.tsx';
import { DialogFrame } from '../../components/DialogFrame.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useCommand } from '../../components/use-command.ts';
import { usePanelState } from '../../components/use-panel-state.ts';
import { SourceMark } from '../../elements/stated-source.tsx';
import { exact, money } from '../../messages/format.ts';
import { shortMoment } from '../../messages/moments.ts';
import styles from './DifferencesPanel.module.css';
import { useMessages } from './use-messages.ts';

const height = 48;
const longestReason = 500;
const selectTells = selectCan('differences');
const selectDifferences = (state: ClientState) => state.loaded.differences;
const selectAccounts = (state: ClientState) => state.loaded.risk?.accounts;

/** Accounts that do not trade, and differences between account and ledger; empty for bots without this report. */
export function DifferencesPanel() {
  const tells = useClientState(selectTells);
  return tells ? <Accounts /> : null;
}

function Accounts() {
  const { differences: text } = useMessages();
  useWatch('differences');
  useWatch('risk');
  const differences = useClientState(selectDifferences) ?? [];
  const accounts = useClientState(selectAccounts) ?? [];
  const stale = useClientState(selectStale);
  const loaded = useClientState((state) => state.resources.differences.loaded_at !== null);
  const state = usePanelState('differences', loaded, null);
  const idle = accounts.filter(({ state: one }) => one !== 'ready');
  return (
    <Panel title={text.title} state={state} height={height} stale={stale}>
      {idle.map((account) => (
        <Account key={account.exchange} {...account} />
      ))}
      {differences.map((one) => (
        <Row key={one.id} one={one} />
      ))}
      {idle.length === 0 && differences.length === 0 && <p className="muted small">{text.agree}</p>}
    </Panel>
  );
}

/** An exchange that does not trade: why, and what brings it back. */
function Account({ exchange, state, reason }: { exchange: string; state: string; reason: string | null }) {
  const { differences: text } = useMessages();
  const hints: Readonly<Record<string, string>> = {
    halted: text.halted(exchange),
    down: text.down,
    starting: text.starting,
    unverified: text.unverified,
  };
  return (
    <div className={`row ${styles.account}`}>
      <Tag minimal intent={state === 'starting' || state === 'unverified' ? 'warning' : 'danger'}>
        {exchange}: {text.states[state] ?? state}
      </Tag>
      <span className={`small ${styles.what}`}>
        {reason !== null && `${reason}. `}
        {hints[state]}
      </span>
    </div>
  );
}

function Row({ one }: { one: Difference }) {
  const { differences: text } = useMessages();
  const { obstacle, why } = useCommand({ type: 'AcceptDifference', id: one.id, reason: '' });
  const minute = useClientState((state) => Math.floor(state.now / 60_000) * 60_000);
  const [isOpen, setOpen] = useState(false);
  const { exchange, asset, booked, found, kind, found_at } = one;
  const what = `${exchange}, ${text.booked(exact(booked), exact(found), asset)}`;
  const worth = text.worth(
    `${exact(one.amount, { sign: true })} ${asset}`,
    money(figureOf(one, one.value_usd), { sign: true }),
  );
  return (
    <div className={`row ${styles.account}`}>
      <Tag minimal intent={kind === 'unexplained' ? 'danger' : 'warning'}>
        {asset}
      </Tag>
      <span className={`small ${styles.what}`}>
        {what}: <strong>{worth}</strong>. <SourceMark of={one} /> {text.proposals[kind] ?? kind}{' '}
        {found_at !== null && <span className="muted">{shortMoment(found_at, minute)}</span>}
      </span>
      <Button
        size="small"
        text={text.accept}
        aria-label={text.acceptOf(`${exchange} ${worth}`)}
        title={obstacle?.code === 'role_too_low' ? text.adminOnly : why}
        disabled={obstacle !== null}
        onClick={() => setOpen(true)}
      />
      <DialogFrame isOpen={isOpen} title={text.acceptTitle} canOutsideClickClose={false} onClose={() => setOpen(false)}>
        <AcceptForm id={one.id} what={`${what}: ${worth}`} close={() => setOpen(false)} />
      </DialogFrame>
    </div>
  );
}

/** Stays open until the difference is gone, or the operator gives up. */
function AcceptForm({ id, what, close }: { id: string; what: string; close: () => void }) {
  const { differences: text, dialog } = useMessages();
  const acting = useClientState((state) => state.risk.acting);
  const [typed, setTyped] = useState('');
  const reason = typed.trim();
  const { obstacle, run } = useCommand({ type: 'AcceptDifference', id, reason }, { isAsked: true });
  const ready = reason !== '' && obstacle === null;
  const accept = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void run();
  };
  return (
    <form onSubmit={accept}>
      <DialogBody>
        <p>{what}</p>
        <p>{text.acceptBody}</p>
        <FormGroup label={text.reason} labelFor="difference-reason">
          <InputGroup
            id="difference-reason"
            autoFocus
            autoComplete="off"
            required
            maxLength={longestReason}
            value={typed}
            onValueChange={setTyped}
          />
        </FormGroup>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={dialog.cancel} onClick={close} />
            <Button type="submit" intent="warning" text={text.confirm} disabled={!ready} loading={acting} />
          </>
        }
      />
    </form>
  );
}
