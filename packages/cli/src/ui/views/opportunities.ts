import { byDislocation, figureOf, none, selectActiveCount, selectBotCondition, selectCan } from '@triquad/core';
import type { Opportunity } from '@triquad/core/contract';
import { type Line, span } from '../cells.ts';
import {
  ageText,
  figure,
  gain,
  gainMeaning,
  pathText,
  percentGain,
  plain,
  quantity,
  since,
  timeText,
  usd,
  written,
} from '../figures.ts';
import { alphabetical } from '../lists.ts';
import { sourceFields } from '../sources.ts';
import type { Cells } from '../table.ts';
import type { Meaning } from '../theme.ts';
import { fields, type Given, type Pane, type Row, type View } from '../view.ts';
import { lifePanes, openLife } from './life.ts';
import { legText, reasonText, shortReason, typeMeaning } from './texts.ts';

export const opportunities: View = {
  name: 'opportunities',
  key: '2',
  tab: 'opp',
  title: 'Opportunities',
  question: 'Which cycles pay now, and what came of each?',
  watches: ['opportunities', 'scan'],
  columns: [
    { name: 'fold', title: '', width: 1, gives: 2 },
    { name: 'type', title: 'Type', width: 4 },
    { name: 'exchange', title: 'Exch', width: 7 },
    { name: 'path', title: 'Path', width: 22, grows: true },
    { name: 'others', title: '', width: 3, align: 'right', gives: 1 },
    { name: 'percent', title: 'Prof%', width: 6, align: 'right' },
    { name: 'profit', title: 'Prof $', width: 6, align: 'right', gives: 3 },
    { name: 'depth', title: 'Depth $', width: 9, align: 'right', from: 140 },
    { name: 'age', title: 'Age', width: 5, align: 'right', gives: 4 },
    { name: 'pays', title: 'Pays', width: 6, align: 'right', from: 140 },
    { name: 'moved', title: 'Dislocation', width: 30, from: 140 },
    { name: 'liquidity', title: 'Liq', width: 6, from: 180 },
    { name: 'risk', title: 'Risk', width: 6, from: 180 },
    { name: 'outcome', title: 'Outcome', width: 17 },
  ],
  narrows: 'exchange',
  rows: (given) => rowsOf(given),
  summary: ({ state }, rows) => {
    const cycles = state.opportunities.items.length;
    const heads = rows.filter(({ id }) => !id.includes('/')).length;
    const counted = `${cycles} ${cycles === 1 ? 'cycle' : 'cycles'}, ${heads} ${heads === 1 ? 'dislocation' : 'dislocations'}`;
    return `${counted} · ${selectActiveCount(state) ?? none} valid`;
  },
  empty: ({ state }) => emptyText(state),
  keys: [
    { key: 't', does: 'types' },
    { key: 'l h', does: 'unfold, fold' },
  ],
};

/** The best first: those that are valid now by their profit, then the others, newest first. */
function rowsOf({ state, screen: { types, unfolded }, now }: Given): readonly Row[] {
  const items = state.opportunities.items.filter(({ type }) => types === 'all' || type === types);
  const heads = [...byDislocation(items)].sort(better);
  const open = selectCan('history')(state);
  return heads.flatMap((head) => {
    const group = head.dislocation_id ?? head.id;
    const others = items.filter((one) => one.id !== head.id && (one.dislocation_id ?? one.id) === group);
    const isOpen = unfolded.includes(group);
    const row = (one: Opportunity, isHead: boolean): Row => ({
      id: isHead ? one.id : `${group}/${one.id}`,
      cells: () => cellsOf(one, now, isHead ? { count: one.alternatives ?? 0, isOpen } : null),
      panes: () => panesOf(one, { state, now }),
      isQuiet: one.is_valid === false,
      source: one.provenance,
      target: { kind: 'opportunity', opportunity: one },
      opens: open ? openLife(one.id) : undefined,
      group: others.length > 0 ? group : undefined,
      related: [one.id, one.dislocation_id ?? ''],
    });
    return [row(head, true), ...(isOpen ? others.sort(better).map((one) => row(one, false)) : [])];
  });
}

const better = (a: Opportunity, b: Opportunity): number => {
  const [first, second] = [a.is_valid !== false, b.is_valid !== false];
  if (first !== second) return first ? -1 : 1;
  return first ? (b.profit_pct ?? 0) - (a.profit_pct ?? 0) : alphabetical(b.detected_at ?? '', a.detected_at ?? '');
};

function cellsOf(one: Opportunity, now: number, fold: { count: number; isOpen: boolean } | null): Cells {
  const age = since(one.detected_at, now);
  const { text, as } = outcomeOf(one);
  return {
    fold: { text: fold === null || fold.count === 0 ? '' : fold.isOpen ? '▾' : '▸', as: 'quiet' },
    type: { text: one.type, as: typeMeaning(one.type) },
    exchange: { text: one.exchange, by: one.exchange },
    path: { text: (width) => pathText(one.symbols, width) },
    others: { text: fold === null || fold.count === 0 ? '' : `+${fold.count}`, as: 'quiet' },
    percent: { text: percentGain(one.profit_pct), as: gainMeaning(one.profit_pct), by: one.profit_pct },
    profit: { text: gain(figureOf(one, one.profit_usd)), as: gainMeaning(one.profit_usd), by: one.profit_usd },
    depth: { text: plain(figureOf(one, one.capital_required)), by: one.capital_required },
    age: { text: ageText(age), as: 'quiet', by: age },
    pays: { text: figure(one.break_even_fee_pct, { digits: 4 }), by: one.break_even_fee_pct ?? null },
    moved: { text: movedText(one), as: 'quiet' },
    liquidity: { text: one.liquidity_level ?? none },
    risk: { text: one.risk_level ?? none },
    outcome: { text, as, by: text },
  };
}

/** How an execution ended that was not completed. */
const ends: Readonly<Record<string, string>> = { failed: 'failed', unwound: 'unwound', stranded: 'residual' };

function outcomeOf(one: Opportunity): { text: string; as: Meaning | undefined } {
  const { outcome, decision, lifetime_ms } = one;
  const code = outcome?.code ?? decision?.reason;
  switch (outcome?.outcome) {
    case 'executed':
      return {
        text: `${ends[outcome.code ?? ''] ?? 'executed'} ${written(gain(figureOf(one, outcome.profit)))}`,
        as: gainMeaning(outcome.profit),
      };
    case 'executing':
      return { text: 'executing', as: 'strong' };
    case 'rejected':
      return { text: shortReason(code), as: 'quiet' };
    default:
      if (one.is_valid === false) {
        return { text: lifetime_ms === null ? 'gone' : `gone after ${Math.round(lifetime_ms)} ms`, as: 'quiet' };
      }
      return decision === null
        ? { text: 'waits for you', as: undefined }
        : { text: shortReason(decision.reason), as: 'quiet' };
  }
}

const movedText = ({ moved }: Opportunity): string =>
  moved === undefined ? none : `${moved.market} ${moved.side} ${written(figure(moved.off_pct))} % off`;

function panesOf(one: Opportunity, { state, now }: Pick<Given, 'state' | 'now'>): readonly Pane[] {
  const alternatives = one.alternatives ?? 0;
  const strip: Line[] = [
    [
      span(
        ` ${written(percentGain(one.profit_pct))} % ${written(usd(figureOf(one, one.profit_usd)))}`,
        gainMeaning(one.profit_pct),
      ),
      span(` of ${written(usd(figureOf(one, one.capital_required)))}, found ${timeText(one.detected_at, now)}`),
    ],
    [
      span(
        one.break_even_fee_pct === undefined
          ? ` liquidity ${one.liquidity_level ?? '?'} · risk ${one.risk_level ?? '?'}`
          : ` pays up to a fee of ${written(figure(one.break_even_fee_pct, { digits: 4 }))} % a leg · liquidity ${one.liquidity_level ?? '?'} · risk ${one.risk_level ?? '?'}`,
      ),
    ],
    ...(alternatives > 0
      ? [[span(` ${alternatives} more ${alternatives === 1 ? 'cycle uses' : 'cycles use'} the same dislocation`)]]
      : []),
    ...(one.decision === null ? [] : [[span(` ${one.decision.detail || reasonText(one.decision.reason)}`, 'quiet')]]),
  ];
  return [
    {
      title: one.moved === undefined ? one.symbols.join('→') : movedText(one),
      summary: `${written(usd(figureOf(one, one.capital_required)))} deep · ${ageText(since(one.detected_at, now))} old`,
      lines: () => strip,
    },
    { title: 'Legs', lines: () => one.legs.map((leg, at) => [span(legText(leg, at))]) },
    {
      title: 'Opportunity',
      lines: () =>
        fields([
          ['id', one.id],
          ['path', one.symbols.join('→')],
          ...sourceFields(one.provenance),
          ['expires', timeText(one.expires_at, now)],
          ['takes', one.execution_time_ms === null ? none : `${Math.round(one.execution_time_ms)} ms`],
          ['best triangle', one.best_tri_pct === null ? none : `${written(percentGain(one.best_tri_pct))} %`],
          ['oldest book', one.book_age_ms === undefined ? none : `${written(quantity(one.book_age_ms))} ms`],
          ...one.risk_reasons.map((reason) => ['risk', reason] as const),
        ]),
    },
    ...lifePanes(state, one.id),
  ];
}

function emptyText(state: Given['state']): string {
  const condition = selectBotCondition(state);
  if (condition === 'unknown') return 'Waiting for the bot...';
  if (condition === 'stopped') return 'The bot is stopped; S starts it';
  if (condition !== 'running') return `The bot is ${condition === 'error' ? 'in error' : condition}`;
  const { scan } = state.loaded;
  const best = scan?.lately.best_cycle;
  if (!best) return 'None yet';
  const { seconds } = scan.lately;
  const span = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  return `None at ${written(figure(scan.threshold_pct))} % in ${span}. Nearest: ${written(percentGain(best.profit_pct))} %. 7 shows all reasons.`;
}
