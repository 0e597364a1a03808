import { Button, HTMLSelect } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { figureOf, isUnderWay, none, selectBacktests, selectOpenBacktestId, selectShownBacktest } from '@triquad/core';
import type { Backtest } from '@triquad/core/contract';
import { useClientState } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { SourceMark } from '../../elements/stated-source.tsx';
import { useQuery } from '../../elements/use-query.ts';
import { money, number, percent } from '../../messages/format.ts';
import styles from './backtest.module.css';
import { differencesOf } from './differences.ts';
import { profitTone } from './list-columns.tsx';
import { useMessages } from './use-messages.ts';

const parameter = 'with';
/** Beside the one on screen. */
const mostOthers = 3;
const height = 120;

/** Backtests with figures beside the one on screen: those that the address names, and those that it could name. */
const useOthers = () => {
  const items = useClientState(selectBacktests);
  const shown = useClientState(selectOpenBacktestId);
  const { get, set } = useQuery();
  const able = items.filter(({ id, metrics, status }) => id !== shown && metrics !== undefined && !isUnderWay(status));
  const named = get(parameter).split(',');
  const chosen = named.flatMap((name) => able.find(({ id }) => id === name) ?? []).slice(0, mostOthers);
  const choose = (ids: readonly string[]) => set({ [parameter]: ids.join(',') });
  return { able: able.filter((one) => !chosen.includes(one)), chosen, choose };
};

/** Adds a backtest to those that are compared with the one on screen. */
export function Compare() {
  const { backtest: text } = useMessages();
  const { able, chosen, choose } = useOthers();
  if (able.length === 0 || chosen.length >= mostOthers) return null;
  return (
    <label className="row" htmlFor="backtest-with">
      {text.compare}
      <HTMLSelect
        id="backtest-with"
        value=""
        onChange={(event) => choose([...chosen.map(({ id }) => id), event.currentTarget.value])}
        options={[
          { value: '', label: text.compareNone },
          ...able.map(({ id, config }) => ({ value: id, label: config?.name || text.unnamed })),
        ]}
      />
    </label>
  );
}

/** The run on screen and up to three others, with what their settings differ in. */
export function ComparedRuns() {
  const { backtest: text } = useMessages();
  const { columns } = text;
  const shown = useClientState(selectShownBacktest);
  const { chosen, choose } = useOthers();
  if (shown === null || chosen.length === 0) return null;
  const remove = (id: string) => choose(chosen.flatMap((one) => (one.id === id ? [] : [one.id])));
  return (
    <Panel title={text.comparedRuns} state={{ kind: 'ready' }} height={height}>
      <div className={styles.tables}>
        <table className="plain-table">
          <thead>
            <tr>
              <th>{columns.name}</th>
              <th>{text.differsIn}</th>
              <th className="number">{text.pessimistic}</th>
              <th className="number">{columns.profit}</th>
              <th className="number">{text.optimistic}</th>
              <th className="number">{columns.trades}</th>
              <th className="number">{columns.winRate}</th>
              <th className="number">{columns.drawdown}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {[shown, ...chosen].map((run) => (
              <tr key={run.id}>
                <th scope="row">
                  {run.config?.name || text.unnamed} <SourceMark of={run} />
                </th>
                <td>{run === shown ? text.shownRun : differencesOf(shown.config, run.config).join(', ') || none}</td>
                <Figures run={run} />
                <td>
                  {run !== shown && (
                    <Button
                      size="small"
                      variant="minimal"
                      icon={<Cross />}
                      aria-label={text.compareNot(run.config?.name || text.unnamed)}
                      onClick={() => remove(run.id)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Figures({ run }: { run: Backtest }) {
  const { metrics } = run;
  const signed = (usd: number | null | undefined) => money(figureOf(run, usd), { sign: true });
  const profit = metrics?.net_profit ?? null;
  const cells = [
    { name: 'pessimistic', value: signed(metrics?.pessimistic), tone: '' },
    { name: 'net', value: signed(profit), tone: profitTone(profit) },
    { name: 'optimistic', value: signed(metrics?.optimistic), tone: '' },
    { name: 'trades', value: number(metrics?.total_trades), tone: '' },
    { name: 'won', value: percent(metrics?.win_rate, { digits: 1 }), tone: '' },
    { name: 'drawdown', value: percent(metrics?.max_drawdown_pct), tone: '' },
  ];
  return cells.map(({ name, value, tone }) => (
    <td key={name} className={`number ${tone}`}>
      {value}
    </td>
  ));
}
