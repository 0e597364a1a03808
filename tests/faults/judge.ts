import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { temporaryFolder } from '../harness/bot.ts';

/**
 * A judge of a journal that shares no code with the product: it reads the rows of a copy, computes the chain again and
 * sums the money in whole numbers of 10^-30.
 */
export type Verdict = {
  /** What is wrong, one line each. */
  readonly faults: readonly string[];
  readonly facts: number;
  /** `exchange asset` → what the account holds, without trailing zeros; nothing at 0. */
  readonly holdings: ReadonlyMap<string, string>;
  /** Order → its filled quantity. */
  readonly filled: ReadonlyMap<string, string>;
  /** Orders whose outcome the journal does not know. */
  readonly open: readonly string[];
  /** Execution → profit in its first currency, as its fills give it. */
  readonly executions: ReadonlyMap<string, { readonly status: string; readonly profit: string }>;
  readonly isHalted: boolean;
};

/** `hash` is null where only the end of a block says it. */
type Row = { readonly seq: number; readonly type: string; readonly payload: string; readonly hash: string | null };
type Fields = { readonly [name: string]: unknown };

const places = 30;
const unit = 10n ** BigInt(places);

/** Exact, of text or of a number as JSON writes it. */
export const exact = (amount: string | number): bigint => {
  const [, sign = '', whole = '0', part = '', power = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(String(amount)) ?? [];
  const digits = places + Number(power) - part.length;
  if (digits < 0) throw new Error(`${amount} has more than ${places} decimals`);
  const value = BigInt(`${whole}${part}` || '0') * 10n ** BigInt(digits);
  return sign === '-' ? -value : value;
};

/** As text, without trailing zeros. */
const text = (value: bigint): string => {
  const size = value < 0n ? -value : value;
  const part = String(size % unit)
    .padStart(places, '0')
    .replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${size / unit}${part === '' ? '' : `.${part}`}`;
};

const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);
const word = (value: unknown): string => String(value);
const record = (value: unknown): Fields => value as Fields;

/** Reads a copy of the journal in a folder, whether or not its process ended cleanly. The folder stays as it is. */
const readJournal = <T>(dataDir: string, read: (database: DatabaseSync) => T): T => {
  const folder = temporaryFolder();
  for (const name of ['journal.sqlite', 'journal.sqlite-wal']) {
    if (existsSync(join(dataDir, name))) copyFileSync(join(dataDir, name), join(folder, name));
  }
  const database = new DatabaseSync(join(folder, 'journal.sqlite'));
  try {
    return read(database);
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
};

/** How many facts lie in the database, and not in files beside it. */
export const rowsInTable = (dataDir: string): number =>
  readJournal(dataDir, (database) => Number(database.prepare('SELECT count(*) AS count FROM journal').get()?.count));

const journalRows = (dataDir: string): readonly Row[] => {
  const inTable = readJournal(dataDir, (database) =>
    database
      .prepare('SELECT seq, type, payload, hash FROM journal ORDER BY seq')
      .all()
      .map(({ seq, type, payload, hash }) => ({
        seq: Number(seq),
        type: word(type),
        payload: word(payload),
        hash: word(hash),
      })),
  );
  const [first] = inTable;
  const sealed = sealedRows(dataDir).filter(({ seq }) => first !== undefined && seq < first.seq);
  return [...sealed, ...inTable];
};

/** The facts in the compressed files beside a journal: blocks of lines, each after a line that says which they are. */
const sealedRows = (dataDir: string): readonly Row[] => {
  const rows: Row[] = [];
  const firstOf = (name: string) => Number(name.split('-')[1]);
  const names = readdirSync(dataDir).filter((name) => /^journal-\d+-\d+\.jsonl\.zst$/.test(name));
  for (const name of names.sort((a, b) => firstOf(a) - firstOf(b))) {
    let block = { first: 0, last: 0, head: '' };
    let place = 0;
    for (const payload of zstdDecompressSync(readFileSync(join(dataDir, name)))
      .toString()
      .split('\n')) {
      if (payload === '') continue;
      const fields = JSON.parse(payload);
      if (place > block.last || block.last === 0) {
        block = fields;
        place = block.first;
        continue;
      }
      rows.push({ seq: place, type: word(fields.type), payload, hash: place === block.last ? block.head : null });
      place += 1;
    }
  }
  return rows;
};

type Order = {
  readonly side: string;
  readonly quantity: bigint;
  readonly price: bigint | null;
  readonly execution: string | null;
  sent: number;
  filled: bigint;
  isClosed: boolean;
};

export const judge = (dataDir: string): Verdict => {
  const rows = journalRows(dataDir);
  const faults: string[] = [];
  const money = new Map<string, bigint>();
  const orders = new Map<string, Order>();
  const results = new Map<string, { first: string; change: bigint; status: string; told: string | null }>();
  let isHalted = false;
  let head = '0'.repeat(64);

  const move = (exchange: unknown, asset: unknown, amount: bigint): void => {
    const account = `${exchange} ${asset}`;
    const sum = (money.get(account) ?? 0n) + amount;
    money.set(account, sum);
    if (sum < 0n) faults.push(`${account} falls to ${text(sum)}`);
  };
  const count = (execution: string | null, asset: unknown, amount: bigint): void => {
    const result = execution === null ? undefined : results.get(execution);
    if (result && result.first === asset) result.change += amount;
  };

  const fill = (seq: number, fact: Fields): void => {
    const order = orders.get(word(fact.order_id));
    if (order === undefined) return void faults.push(`fact ${seq} fills an order that was never intended`);
    if (order.sent === 0) faults.push(`fact ${seq} fills an order that was never sent`);
    const base = exact(word(fact.quantity));
    const quote = exact(word(fact.quote_quantity));
    const sign = fact.side === 'buy' ? 1n : -1n;
    order.filled += base;
    if (order.filled > order.quantity) faults.push(`order ${fact.order_id} is filled beyond its quantity`);
    if (order.price !== null && (quote * unit - base * order.price) * sign > unit)
      faults.push(`order ${fact.order_id} is filled beyond its price`);
    // What comes in is booked before what goes out, so that an account that trades its all does not seem to fall below zero.
    const postings: [unknown, bigint][] = [
      [fact.base, sign * base],
      [fact.quote, -sign * quote],
      ...list(fact.fees).map(({ asset, amount }): [unknown, bigint] => [asset, -exact(word(amount))]),
    ];
    for (const [asset, amount] of postings.sort(([, a], [, b]) => (a < b ? 1 : -1))) {
      move(fact.exchange, asset, amount);
      count(order.execution, asset, amount);
    }
  };

  for (const [index, { seq, type, payload, hash }] of rows.entries()) {
    head = createHash('sha256')
      .update(`${head}\n${index + 1}\n${payload}`)
      .digest('hex');
    if (seq !== index + 1 || (hash !== null && hash !== head)) {
      faults.push(`the chain breaks at ${seq}`);
      break;
    }
    const fact = JSON.parse(payload) as Fields;
    if (fact.type !== type) faults.push(`fact ${seq} is ${fact.type} in a row of ${type}`);
    const id = word(fact.order_id);
    const order = orders.get(id);
    if (type === 'FundsDeposited' || type === 'FundsMoved') move(fact.exchange, fact.asset, exact(word(fact.amount)));
    else if (type === 'OrderIntended') {
      const intent = record(fact.order);
      if (orders.has(word(intent.id))) faults.push(`order ${intent.id} is intended twice`);
      orders.set(word(intent.id), {
        side: word(intent.side),
        quantity: exact(word(intent.quantity)),
        price: intent.price === null ? null : exact(word(intent.price)),
        execution: intent.execution_id === null ? null : word(intent.execution_id),
        sent: 0,
        filled: 0n,
        isClosed: false,
      });
    } else if (type === 'OrderSent') {
      if (order === undefined) faults.push(`order ${id} is sent without an intent`);
      else if (++order.sent > 1) faults.push(`order ${id} is sent twice`);
      if (isHalted) faults.push(`order ${id} is sent while the bot is halted`);
    } else if (type === 'OrderFilled') fill(seq, fact);
    else if (type === 'OrderClosed') {
      if (order === undefined) faults.push(`order ${id} is closed without an intent`);
      else if (order.isClosed) faults.push(`order ${id} is closed twice`);
      else order.isClosed = true;
    } else if (type === 'ExecutionStarted') {
      const plan = record(fact.plan);
      const [first] = plan.path as string[];
      results.set(word(plan.id), { first: word(first), change: 0n, status: 'open', told: null });
    } else if (type === 'ExecutionFinished') {
      const result = results.get(word(fact.execution_id));
      if (result === undefined) faults.push(`execution ${fact.execution_id} ends without a start`);
      else if (result.status !== 'open') faults.push(`execution ${fact.execution_id} ends twice`);
      else Object.assign(result, { status: word(fact.status), told: word(fact.profit) });
      if (result && exact(word(fact.profit)) !== result.change)
        faults.push(`execution ${fact.execution_id} reports ${fact.profit}, its fills give ${text(result.change)}`);
    } else if (type === 'BotHalted') isHalted = fact.cause === 'kill' || isHalted;
    else if (type === 'HaltReset') isHalted = false;
  }
  return {
    faults,
    facts: rows.length,
    holdings: new Map([...money].filter(([, sum]) => sum !== 0n).map(([account, sum]) => [account, text(sum)])),
    filled: new Map([...orders].map(([id, { filled }]) => [id, text(filled)])),
    open: [...orders].filter(([, { isClosed }]) => !isClosed).map(([id]) => id),
    executions: new Map([...results].map(([id, { status, change }]) => [id, { status, profit: text(change) }])),
    isHalted,
  };
};
