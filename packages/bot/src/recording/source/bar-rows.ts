import { barLengthOfFile, exchangeOfCell } from './exchange-names.ts';
import { momentOf } from './moment-cell.ts';
import type { LineRows, RowWriter } from './row-writer.ts';
import { cellsOf, numberOf, type TableForm } from './table-form.ts';

type BarForm = Extract<TableForm, { kind: 'bars' }>;

/**
 * Reads bars as quotes of no width: at the end of each its close, with the size of its average trade. The width is given when they are used: it was never
 * quoted. A bar without a trade ends the trust in the book.
 */
export const createBarRows = (form: BarForm, file: string, market: string | null, into: RowWriter): LineRows => {
  const { columns, cells: how } = form;
  const length = columns.closeTime >= 0 ? 0 : barLengthOfFile(file);
  const waiting = createWaiting();
  let hasNoted = false;
  const note = (field: string, message: string): void => {
    if (!hasNoted) into.note(field, message);
    hasNoted = true;
  };
  const add = (bar: Bar, endMs: number): void => {
    if (bar.size > 0) into.quote(bar.name, endMs, 0, bar.close, bar.size, bar.close, bar.size);
    else into.voided(bar.name, endMs, 0, { line: bar.line, field: 'volume', message: 'nothing was traded in it' });
  };
  const barOf = (cells: readonly string[], line: number): Bar | null => {
    const text = (market ?? cells[columns.symbol] ?? '').trim();
    const exchange = columns.exchange < 0 ? null : exchangeOfCell(cells[columns.exchange] ?? '');
    const name = text === '' ? null : into.nameOf(exchange, text);
    const at = momentOf(cells[columns.closeTime >= 0 ? columns.closeTime : columns.openTime] ?? '', how);
    const timeMs = at.ok ? at.timeMs : null;
    const fail = (field: string, message: string): null => {
      into.unreadable(name, timeMs === null ? null : timeMs + (length ?? 0), null, { line, field, message });
      return null;
    };
    if (!at.ok) return fail('time', at.message);
    if (name === null) return fail('symbol', `"${text}" names no market`);
    into.stats.units.add(at.unit);
    const [close, volume] = [numberOf(cells[columns.close] ?? '', how), numberOf(cells[columns.volume] ?? '', how)];
    if (!(close > 0 && close < Number.POSITIVE_INFINITY)) return fail('close', 'it has no price');
    const trades = columns.trades < 0 ? 1 : numberOf(cells[columns.trades] ?? '', how);
    for (const [field, value] of Object.entries({ volume, trades }))
      if (Number.isNaN(value))
        return fail(field, `"${cells[columns[field as 'volume' | 'trades']] ?? ''}" is not a number`);
    if (columns.trades < 0)
      note('trades', 'it does not say how many trades a bar has: the size of a quote is the volume of its bar');
    return { name, close, size: volume > 0 && trades > 0 ? volume / trades : 0, line, timeMs: at.timeMs };
  };
  const row = (cells: readonly string[] | null, line: number): void => {
    if (cells === null) into.unreadable(null, null, null, { line, field: 'row', message: 'a quoted cell has no end' });
    const bar = cells && barOf(cells, line);
    if (bar === null) return;
    if (length !== null) add(bar, bar.timeMs + length);
    else for (const [one, endMs] of waiting.add(bar)) add(one, endMs);
  };
  return {
    line: (part, start, end, line) => {
      const text = part.toString('utf8', start, end).trimEnd();
      if (text !== '') row(cellsOf(text, how), line);
    },
    cells: row,
    end: () => {
      const rest = waiting.rest();
      if (rest === null) into.note('file', 'neither its name nor its rows say how long a bar is');
      for (const [bar, endMs] of rest ?? []) add(bar, endMs);
    },
  };
};

type Bar = {
  readonly name: number;
  readonly close: number;
  readonly size: number;
  readonly line: number;
  readonly timeMs: number;
};

/** So many bars show how long one is. */
const enough = 2_000;

/** Keeps bars until it is known how long one is: the least time between two of a market. A close at the beginning of its bar would look ahead. */
const createWaiting = () => {
  let bars: Bar[] = [];
  let lengthMs: number | null = null;
  let isDecided = false;
  const before = new Map<number, number>();
  const measure = ({ name, timeMs }: Bar): void => {
    const last = before.get(name);
    before.set(name, timeMs);
    const apart = last === undefined ? 0 : Math.abs(timeMs - last);
    if (apart > 0) lengthMs = Math.min(lengthMs ?? apart, apart);
  };
  const taken = (): readonly (readonly [Bar, number])[] => {
    const known = lengthMs ?? 0;
    const ready = bars.map((bar) => [bar, bar.timeMs + known] as const);
    bars = [];
    return ready;
  };
  return {
    add: (bar: Bar): readonly (readonly [Bar, number])[] => {
      bars.push(bar);
      if (!isDecided) measure(bar);
      isDecided ||= bars.length >= enough && lengthMs !== null;
      return isDecided ? taken() : [];
    },
    /** Those that are left; null where it was never known. */
    rest: () => (lengthMs === null && bars.length > 0 ? null : taken()),
  };
};
