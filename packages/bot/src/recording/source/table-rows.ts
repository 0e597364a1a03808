import { createBarRows } from './bar-rows.ts';
import { exchangeOfCell } from './exchange-names.ts';
import { type MomentCell, momentOf, unitOf } from './moment-cell.ts';
import { sidesOf } from './quote-row.ts';
import type { LineRows, RowWriter } from './row-writer.ts';
import { cellsOf, type QuoteColumns, quoteFields, type TableForm } from './table-form.ts';

const [carriageReturn, quote, point, zero, nine] = [13, 34, 46, 48, 57];
/** Powers of ten that are exact, by which a whole number below 2⁵³ is divided with one rounding, as the language reads decimals. */
const powers = Array.from({ length: 23 }, (_, digits) => 10 ** digits);
const leastOfRow = 12;

/** Reads the rows of a table. `market`: the name of all its rows, where it has no column for that. */
export const createTableRows = (form: TableForm, file: string, market: string | null, into: RowWriter): LineRows => {
  if (form.kind === 'bars') return createBarRows(form, file, market, into);
  const slowly = createQuoteCells(form, market, into);
  const isQuick = form.cells.separator === ',' && form.gates.length === 0;
  const quickly = isQuick ? createQuickRows(form.columns, market, into, slowly.nameOf) : null;
  return {
    line: (part, start, stop, line) => {
      const end = part[stop - 1] === carriageReturn ? stop - 1 : stop;
      if (end - start < leastOfRow || quickly?.(part, start, end) !== true) {
        const text = part.toString('utf8', start, end);
        if (text.trim() !== '') slowly.row(cellsOf(text, form.cells), line);
      }
    },
    cells: slowly.row,
  };
};

/** Reads a row by its text: what it says of a quote, and what is wrong with it. */
const createQuoteCells = (
  { columns, cells: form, gates }: Extract<TableForm, { kind: 'quotes' }>,
  market: string | null,
  into: RowWriter,
) => {
  /** The market that a row is of, or why it says of none. */
  const nameOf = (cells: readonly string[]): number | string => {
    const text = (market ?? cells[columns.symbol] ?? '').trim();
    const named = columns.exchange < 0 ? null : exchangeOfCell(cells[columns.exchange] ?? '');
    if (columns.exchange >= 0 && named === null) return `"${cells[columns.exchange] ?? ''}" is no exchange`;
    return isName(text) ? into.nameOf(named, text) : `"${text}" names no market`;
  };
  const row = (cells: readonly string[] | null, line: number): void => {
    if (cells === null) {
      into.unreadable(null, null, null, { line, field: 'row', message: 'a quoted cell has no end' });
      return;
    }
    const at = momentOf(cells[columns.timeMs] ?? '', form);
    const session = columns.session < 0 ? 0 : wholeOf(cells[columns.session] ?? '');
    const name = nameOf(cells);
    const fault = faultOf(at, session, cells[columns.session] ?? '', name);
    if (!at.ok || session === null || typeof name === 'string') {
      const market = typeof name === 'number' ? name : null;
      into.unreadable(market, at.ok ? at.timeMs : null, session, { line, ...fault });
      return;
    }
    into.stats.units.add(at.unit);
    const { bid, bidSize, ask, askSize } = columns;
    const closed = gates.find(({ column, open }) => !open.includes(cells[column] ?? ''));
    if (closed !== undefined) {
      const { field, column } = closed;
      into.voided(name, at.timeMs, session, { line, field, message: `the market is "${cells[column] ?? ''}"` });
      return;
    }
    const sides = sidesOf([cells[bid], cells[bidSize], cells[ask], cells[askSize]], form);
    if (sides.ok) into.quote(name, at.timeMs, session, sides.bid, sides.bidSize, sides.ask, sides.askSize);
    else into.voided(name, at.timeMs, session, { line, field: sides.field, message: sides.message });
  };
  return { row, nameOf };
};

const faultOf = (at: MomentCell, session: number | null, cell: string, name: number | string) => {
  if (!at.ok) return { field: 'timeMs', message: at.message };
  if (session === null) return { field: 'session', message: `"${cell}" is not a whole number` };
  const message = String(name);
  return { field: message.endsWith('exchange') ? 'exchange' : 'symbol', message };
};

const wholeOf = (cell: string): number | null => (/^-?\d{1,9}$/.test(cell.trim()) ? Number(cell) : null);
/** Letters and digits of any script, with a separator or none. */
const isName = (text: string): boolean => /^[\p{L}\p{N}.]+(?:[-/_:][\p{L}\p{N}.]+)?$/u.test(text);

/** Reads a row of digits from its bytes; false where one of its cells is anything else, and then nothing was read. */
const createQuickRows = (
  columns: QuoteColumns,
  market: string | null,
  into: RowWriter,
  nameOf: (cells: readonly string[]) => number | string,
) => {
  const used = quoteFields.filter((field) => columns[field] >= 0 && !(field === 'symbol' && market !== null));
  const roleOf = new Int8Array(Math.max(...used.map((field) => columns[field])) + 1).fill(-1);
  for (const field of used) roleOf[columns[field]] = quoteFields.indexOf(field);
  const [timeRole, exchangeRole, symbolRole] = [0, 2, 3];
  const cells = createNameCells();
  const values = new Float64Array(quoteFields.length);
  const stop = { at: 0 };
  let last = -1;

  /** A cell of digits with or without a point; NaN for any other. */
  const number = (part: Uint8Array, from: number, end: number): number => {
    let [at, whole, decimals, isNumber] = [from, 0, -1, false];
    for (; at < end; at++) {
      const byte = part[at] as number;
      if (byte >= zero && byte <= nine) {
        whole = 10 * whole + byte - zero;
        isNumber = true;
        if (decimals >= 0) decimals++;
      } else if (byte === 44) break;
      else if (byte === point && decimals < 0) decimals = 0;
      else return Number.NaN;
    }
    stop.at = at;
    if (!isNumber || whole > Number.MAX_SAFE_INTEGER || decimals >= powers.length) return Number.NaN;
    return decimals > 0 ? whole / (powers[decimals] as number) : whole;
  };
  /** A moment to the millisecond, by its first 13 digits. */
  const moment = (part: Uint8Array, from: number, end: number): number => {
    let [at, ten, ms, digits, taken, isWhole] = [from, 0, 0, 0, 0, true];
    for (; at < end; at++) {
      const byte = part[at] as number;
      if (byte >= zero && byte <= nine) {
        if (isWhole) digits++;
        if (taken < 10) ten = 10 * ten + byte - zero;
        else if (taken < 13) ms = 10 * ms + byte - zero;
        taken++;
      } else if (byte === 44) break;
      else if (byte === point && isWhole) isWhole = false;
      else return Number.NaN;
    }
    stop.at = at;
    const unit = unitOf(digits, ten);
    if (unit === undefined) return Number.NaN;
    into.stats.units.add(unit);
    for (; taken < 13; taken++) ms *= 10;
    return 1_000 * ten + ms;
  };
  const digits = (part: Buffer, start: number, end: number): boolean => {
    let at = start;
    let [nameFrom, nameTo, exchangeFrom, exchangeTo] = [0, 0, 0, 0];
    for (let cell = 0; cell < roleOf.length; cell++) {
      if (at > end || (at === end && cell > 0 && part[at - 1] !== 44)) return false;
      const role = roleOf[cell] as number;
      if (role < 0 || role === symbolRole || role === exchangeRole) {
        const from = at;
        while (at < end && part[at] !== 44) if (part[at++] === quote) return false;
        if (role === symbolRole) [nameFrom, nameTo] = [from, at];
        if (role === exchangeRole) [exchangeFrom, exchangeTo] = [from, at];
      } else {
        const value = role === timeRole ? moment(part, at, end) : number(part, at, end);
        if (Number.isNaN(value)) return false;
        values[role] = value;
        at = stop.at;
      }
      if (at >= end && cell < roleOf.length - 1) return false;
      at++;
    }
    last = cells.placeOf(part, nameFrom, nameTo, exchangeFrom, exchangeTo);
    if (last >= 0) return true;
    const texts: string[] = [];
    if (columns.symbol >= 0) texts[columns.symbol] = part.toString('utf8', nameFrom, nameTo);
    if (columns.exchange >= 0) texts[columns.exchange] = part.toString('utf8', exchangeFrom, exchangeTo);
    const name = nameOf(texts);
    if (typeof name === 'string') return false;
    cells.add(part, nameFrom, nameTo, exchangeFrom, exchangeTo, name);
    last = name;
    return true;
  };
  return (part: Buffer, start: number, end: number): boolean => {
    if (!digits(part, start, end)) return false;
    const [time, session, , , bid, bidSize, ask, askSize] = values as unknown as Eight;
    if (!(bid > 0 && bidSize > 0 && askSize > 0 && bid < ask) || !Number.isInteger(session)) return false;
    into.quote(last, time, session, bid, bidSize, ask, askSize);
    return true;
  };
};
type Eight = readonly [number, number, number, number, number, number, number, number];

/** Markets by the bytes of their cells. */
const createNameCells = () => {
  type Entry = {
    readonly bytes: Uint8Array;
    readonly split: number;
    readonly place: number;
    readonly next: Entry | undefined;
  };
  const entries = new Map<number, Entry>();
  const hashed = (part: Uint8Array, start: number, end: number, seed: number): number => {
    let hash = seed;
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (part[at] as number)) | 0;
    return hash;
  };
  const isAt = (part: Uint8Array, start: number, bytes: Uint8Array, from: number, to: number): boolean => {
    for (let at = from; at < to; at++) if (bytes[at] !== part[start + at - from]) return false;
    return true;
  };
  return {
    /** −1 where it is not known. */
    placeOf: (part: Uint8Array, from: number, to: number, exchangeFrom: number, exchangeTo: number): number => {
      const hash = hashed(part, exchangeFrom, exchangeTo, hashed(part, from, to, 0));
      const length = to - from + exchangeTo - exchangeFrom;
      for (let entry = entries.get(hash); entry !== undefined; entry = entry.next) {
        const { bytes, split, place } = entry;
        const isSame = split === to - from && bytes.length === length;
        if (isSame && isAt(part, from, bytes, 0, split) && isAt(part, exchangeFrom, bytes, split, length)) return place;
      }
      return -1;
    },
    add: (
      part: Uint8Array,
      from: number,
      to: number,
      exchangeFrom: number,
      exchangeTo: number,
      place: number,
    ): void => {
      const hash = hashed(part, exchangeFrom, exchangeTo, hashed(part, from, to, 0));
      const bytes = Uint8Array.from([...part.subarray(from, to), ...part.subarray(exchangeFrom, exchangeTo)]);
      entries.set(hash, { bytes, split: to - from, place, next: entries.get(hash) });
    },
  };
};
