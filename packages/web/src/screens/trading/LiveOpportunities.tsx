import { Button, Tag } from '@blueprintjs/core';
import {
  type Command,
  figureOf,
  isLasting,
  rows as limits,
  none,
  selectBotCondition,
  selectRecentOpportunities,
  selectStale,
} from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import { memo, useState } from 'react';
import { useClientState, useWatch } from '../../client-context.tsx';
import { Age } from '../../components/Age.tsx';
import { pathOf, typeTone } from '../../components/cycle.ts';
import { ExecuteDialog } from '../../components/execute/ExecuteDialog.tsx';
import { levelText, profitTone, riskTone } from '../../components/opportunity-text.ts';
import { Panel } from '../../components/Panel.tsx';
import { useCommand } from '../../components/use-command.ts';
import { usePanelState } from '../../components/use-panel-state.ts';
import { classes } from '../../elements/classes.ts';
import { focusable } from '../../elements/focusable.ts';
import { SourceMark } from '../../elements/stated-source.tsx';
import { money, percent } from '../../messages/format.ts';
import styles from './lists.module.css';
import { selectLately } from './selectors.ts';
import { useMessages } from './use-messages.ts';

// Its opportunity does not matter to the permission.
const anyExecution: Command = { type: 'ExecuteOpportunity', opportunity_id: '', dry_run: true };

/** Opportunities of the last five minutes, newest first, each with its execution by hand while it is valid. */
export function LiveOpportunities({ height }: { height: number }) {
  const { control } = useMessages();
  useWatch('opportunities', limits.tradingOpportunities);
  const items = useClientState(selectRecentOpportunities);
  const lately = useClientState(selectLately);
  const stale = useClientState(selectStale);
  const running = useClientState(selectBotCondition) === 'running';
  const blocked = isLasting(useCommand(anyExecution).obstacle);
  const [chosen, setChosen] = useState<string | null>(null);
  const hint = running ? control.noOpportunitiesHint : control.noOpportunitiesStopped;
  const empty = items.length > 0 ? null : { text: control.noOpportunities, hint };
  const state = usePanelState('opportunities', items.length > 0, empty);
  return (
    <>
      <Panel
        title={control.opportunities}
        state={state}
        height={height}
        flush
        stale={stale}
        actions={<Tag minimal>{control.lately(lately)}</Tag>}
      >
        <ul className={styles.list} style={{ height }} {...focusable} aria-label={control.opportunities}>
          {items.map((item) => (
            <Item key={item.id} item={item} open={setChosen} blocked={blocked} />
          ))}
        </ul>
      </Panel>
      <ExecuteDialog id={chosen} close={() => setChosen(null)} />
    </>
  );
}

type ItemProps = { item: Opportunity; open: (id: string) => void; blocked: boolean };

const Item = memo(function Item({ item, open, blocked }: ItemProps) {
  const messages = useMessages();
  const { control } = messages;
  const { type, exchange, symbols, profit_pct, profit_absolute, capital_required, risk, is_valid, detected_at } = item;
  const expired = is_valid === false;
  const path = pathOf(symbols) || none;
  return (
    <li className={classes(styles.item, expired && styles.expired)}>
      <div className="row">
        <span className={typeTone(type)}>{type || none}</span>
        <span>{exchange || none}</span>
        <SourceMark of={item} />
        <strong className={profitTone(profit_pct)}>{percent(profit_pct, { digits: 3, sign: true })}</strong>
        <span className="muted small push">{detected_at !== null && <Age moment={detected_at} />}</span>
        <Button
          className={classes(styles.execute)}
          size="small"
          intent={expired ? 'none' : 'primary'}
          text={expired ? control.expired : control.execute}
          aria-label={expired ? control.expired : control.executeOf(`${type} ${exchange} ${path}`)}
          disabled={expired || blocked}
          onClick={() => open(item.id)}
        />
      </div>
      <div className="path">{path}</div>
      <div className="row small">
        <Figure name={control.capital} value={money(figureOf(item, capital_required))} />
        <Figure
          name={control.profit}
          value={money(figureOf(item, profit_absolute), { sign: true })}
          tone={profitTone(profit_pct)}
        />
        <Figure name={control.risk} value={levelText(messages, risk)} tone={riskTone(risk)} />
      </div>
    </li>
  );
});

function Figure({ name, value, tone = '' }: { name: string; value: string; tone?: string }) {
  return (
    <span>
      <span className="muted">{name}</span> <span className={tone}>{value}</span>
    </span>
  );
}
