import { Button, Callout, NonIdealState } from '@blueprintjs/core';
import { ChevronDown, ChevronUp, Console, Download, Link as LinkIcon, Refresh } from '@blueprintjs/icons';
import type { ClientState } from '@triquad/core';
import type { Life } from '@triquad/core/contract';
import { useEffect } from 'react';
import { useHref, useNavigate } from 'react-router-dom';
import { useClient, useClientState } from '../../client-context.tsx';
import { download } from '../../elements/download.ts';
import { Skeleton } from '../../elements/Skeleton.tsx';
import { marketOfTrade } from '../../elements/shown-market.ts';
import { SourceTag } from '../../elements/stated-source.tsx';
import { useQuery } from '../../elements/use-query.ts';
import { shortId } from '../../messages/numbers.ts';
import { ConditionsLine } from '../ConditionsLine.tsx';
import { pathOf } from '../cycle.ts';
import { DrawerFrame } from '../DrawerFrame.tsx';
import { ModeTag } from '../ModeTag.tsx';
import { UnrealTag } from '../UnrealTag.tsx';
import { LifeFacts } from './LifeFacts.tsx';
import { LifeFigures } from './LifeFigures.tsx';
import { LifeLegs } from './LifeLegs.tsx';
import { LifeReasons } from './LifeReasons.tsx';
import { LifeTrace } from './LifeTrace.tsx';
import { LifeWaterfall } from './LifeWaterfall.tsx';
import styles from './life.module.css';
import { neighboursOf } from './neighbours.ts';
import { useMessages } from './use-messages.ts';

const selectLife = ({ history }: ClientState) => history.life;
const selectOpportunities = ({ opportunities }: ClientState) => opportunities.items;
const selectTrades = ({ trades }: ClientState) => trades.items;
/** While it runs it is loaded again this often. */
const runningStatus = 'pending';

/** One life of an opportunity: found, decided, its legs, its result, and the facts of the journal. */
export function LifeDrawer({ id, close }: { id: string; close: () => void }) {
  const { life: text } = useMessages();
  const client = useClient();
  const { value, phase, problem, ...open } = useClientState(selectLife);
  const trades = useClientState(({ trades: { items } }) => items);
  // Reloads when the execution ends.
  const ended = trades.find((trade) => trade.id === value?.execution_id)?.status ?? '';
  const isOver = value?.trade?.status === runningStatus && ended !== runningStatus;
  useEffect(() => client.send({ type: 'LoadLife', id }), [client, id]);
  useEffect(() => {
    if (isOver) client.send({ type: 'LoadLife', id });
  }, [client, id, isOver]);
  const life = open.id === id ? value : null;
  return (
    <DrawerFrame
      isOpen
      title={life === null ? text.title : titleOf(life)}
      onClose={close}
      tags={life && <MoneyTags life={life} />}
      actions={<Neighbours id={id} />}
    >
      {life !== null ? (
        <LifeView life={life} />
      ) : phase === 'failed' ? (
        <Failed detail={problem?.detail ?? ''} retry={() => client.send({ type: 'LoadLife', id })} />
      ) : (
        <Skeleton height={480} />
      )}
    </DrawerFrame>
  );
}

/** Leads to the life before and after this one in the list that has it; the back button still closes the drawer. */
function Neighbours({ id }: { id: string }) {
  const { life: text } = useMessages();
  const { replace } = useQuery();
  const opportunities = useClientState(selectOpportunities);
  const trades = useClientState(selectTrades);
  const { before, after } = neighboursOf(id, [opportunities, trades]);
  if (before === null && after === null) return null;
  const step = (to: string | null, label: string, icon: React.JSX.Element) => (
    <Button
      variant="minimal"
      icon={icon}
      aria-label={label}
      title={label}
      disabled={to === null}
      onClick={() => replace({ life: to })}
    />
  );
  return (
    <>
      {step(before, text.previous, <ChevronUp />)}
      {step(after, text.next, <ChevronDown />)}
    </>
  );
}

/** On which prices and with which money it was executed, which may be others than now. */
function MoneyTags({ life: { trade, provenance } }: { life: Life }) {
  const { header } = useMessages();
  if (trade === null) return <SourceTag source={provenance} />;
  const { market, mode } = trade;
  const unreal = marketOfTrade(market, trade.provenance);
  return (
    <>
      {unreal !== null && <UnrealTag market={unreal} />}
      {(mode === 'paper' || mode === 'live') && <ModeTag mode={mode} text={header[mode]} />}
    </>
  );
}

function Failed({ detail, retry }: { detail: string; retry: () => void }) {
  const { life: text } = useMessages();
  return (
    <NonIdealState
      title={text.failed}
      description={detail}
      action={<Button icon={<Refresh />} text={text.retry} onClick={retry} />}
    />
  );
}

const titleOf = ({ opportunity, trade, decisions }: Life): string => {
  const [decision] = decisions;
  const type = opportunity?.type ?? trade?.opportunity_type ?? decision?.type ?? '';
  const exchange = opportunity?.exchange ?? trade?.exchange ?? decision?.exchange ?? '';
  return `${type} ${exchange} ${pathOf(opportunity?.symbols ?? trade?.symbols ?? decision?.symbols ?? [])}`;
};

function LifeView({ life }: { life: Life }) {
  const { life: text } = useMessages();
  const { forgotten } = life;
  return (
    <div className={styles.life}>
      <LifeFigures life={life} />
      {life.trade !== null && life.conditions != null && <ConditionsLine conditions={life.conditions} />}
      {forgotten.length > 0 && (
        <Callout compact>{forgotten.map((what) => text.forgotten[what] ?? what).join(' ')}</Callout>
      )}
      <LifeTrace life={life} />
      {life.trade !== null && <LifeLegs trade={life.trade} />}
      <div className={styles.columns}>
        <LifeWaterfall shown={life.found?.profit_usd ?? null} trade={life.trade} />
        <LifeReasons life={life} />
      </div>
      <LifeFacts life={life} />
      <Foot life={life} />
    </div>
  );
}

function Foot({ life }: { life: Life }) {
  const { life: text } = useMessages();
  const navigate = useNavigate();
  const named = [
    [text.ids.opportunity, life.opportunity_id],
    [text.ids.execution, life.execution_id],
    [text.ids.dislocation, life.dislocation_id],
  ] as const;
  const asked = life.execution_id ?? life.opportunity_id ?? life.id;
  const address = `${window.location.origin}${useHref(`/history/${encodeURIComponent(asked)}`)}`;
  return (
    <footer className={styles.foot}>
      <div className="row">
        <Button
          size="small"
          icon={<Console />}
          text={text.logLines}
          onClick={() => navigate(`/logs?q=${encodeURIComponent(asked)}`)}
        />
        {navigator.clipboard !== undefined && (
          <Button
            size="small"
            icon={<LinkIcon />}
            text={text.copyLink}
            onClick={() => void navigator.clipboard.writeText(address)}
          />
        )}
        <Button
          size="small"
          icon={<Download />}
          text={text.json}
          onClick={() => download(`life-${asked}.json`, `${JSON.stringify(life, null, 2)}\n`, 'application/json')}
        />
      </div>
      <div className="muted small">
        {named.flatMap(([name, id]) => (id === null ? [] : [`${name} ${shortId(id)}`])).join(' · ')}
      </div>
    </footer>
  );
}
