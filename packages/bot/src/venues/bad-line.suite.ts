import { crc32 } from 'node:zlib';
import { fineGrid, saidBy } from '../market/message.suite.ts';
import type { Clock } from '../model/clock.ts';
import type { BookUpdated, FeedEvent } from '../model/event.ts';
import type { Books, Exchange } from '../model/exchange.ts';
import { createBookMessage, type RawLevels } from '../model/feed-event.ts';
import { fillLevels, type LevelUpdates } from '../model/levels.ts';

/** How often a frame is lost, comes twice, is overtaken by later ones, or says what is not so, 0 to 1. */
export type LineFaults = {
  readonly lose: number;
  readonly repeat: number;
  readonly delay: number;
  /** A frame of a book with a wrong checksum where it has one, else with a level that no book has. */
  readonly spoil: number;
};

export const goodLine: LineFaults = { lose: 0, repeat: 0, delay: 0, spoil: 0 };

/** How the books are told. Every third frame is a snapshot, but in `numbered on request`, where one comes only when it is asked for. */
export type BookForm = 'whole' | 'numbered' | 'numbered on request' | 'checksummed';
export const bookForms: readonly BookForm[] = ['numbered', 'checksummed', 'numbered on request', 'whole'];

const snapshotEvery = 3;
const longestDelayMs = 300;
const resyncMs = 80;
/** No book of the lives is deeper. */
const depth = 5;

/** A message with its levels as pairs, on the finest grid. */
type Frame = Omit<BookUpdated, 'bids' | 'asks' | 'grid'> & { readonly bids: LevelUpdates; readonly asks: LevelUpdates };
type Told = { readonly frame: Frame; readonly sequence: number };
/** What a listener that applies all frames has of a book, as written; null while a frame is missing. */
type Heard = { readonly levels: readonly [RawLevels, RawLevels] | null; readonly sequence: number };

export type BadLine = Exchange & {
  /** By what came over the line, no bot can know this book now. */
  isTorn(symbol: string): boolean;
  /** Sends every book, as a feed does that has lost its connection and found it again. */
  resend(): void;
};

/**
 * An exchange whose books, whole in each frame, are told in another form, over a line that loses, repeats, reorders and spoils frames of
 * books, and loses, repeats and reorders reports of orders. `receivedAt` is the listener's own clock.
 */
export const overBadLine = (
  inner: Exchange,
  clock: Clock,
  receivedAt: () => number,
  random: () => number,
  line: { now: LineFaults },
  form: BookForm = 'numbered',
  count: (what: string) => void = () => {},
  isDown: () => boolean = () => false,
): BadLine => {
  const told = new Map<string, Told>();
  const heard = new Map<string, Heard>();
  const listeners = new Set<(event: FeedEvent) => void>();
  let arriving: Frame | null = null;
  const message = createBookMessage(inner.market.venue);

  const carry = (arrive: () => void): void => {
    const { lose, repeat, delay } = line.now;
    if (lose > 0 && random() < lose) return;
    if (repeat > 0 && random() < repeat) clock.after(random() * longestDelayMs, arrive);
    if (delay > 0 && random() < delay) clock.after(random() * longestDelayMs, arrive);
    else arrive();
  };

  const emit = (event: FeedEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const deliver = (frame: Frame): void => {
    if (isDown()) return;
    arriving = frame;
    note(frame);
    emit(messageOf(frame));
    arriving = null;
  };
  const messageOf = (frame: Frame): BookUpdated => {
    message.symbol = frame.symbol;
    message.kind = frame.kind;
    message.grid = fineGrid;
    message.sequence = frame.sequence;
    message.first_sequence = frame.first_sequence;
    message.exchange_time = frame.exchange_time;
    message.checked = frame.checked;
    message.depth = frame.depth;
    message.at = receivedAt();
    message.received = clock.monotonic();
    fillLevels(message.bids, fineGrid, frame.bids);
    fillLevels(message.asks, fineGrid, frame.asks);
    return message;
  };
  const tell = (frame: Frame): void => carry(() => deliver(frame));

  /** Follows what a listener may have of the book. */
  const note = (frame: Frame): void => {
    const before = heard.get(frame.symbol) ?? { levels: null, sequence: 0 };
    heard.set(frame.symbol, form === 'checksummed' ? summed(before, frame) : chained(before, frame, form));
  };

  const snapshotOf = ({ frame, sequence }: Told): Frame =>
    inForm({ ...frame, received: clock.monotonic() }, form, sequence);

  const resync = (symbol: string): void => {
    count('books asked for again');
    clock.after(resyncMs, () => {
      const last = told.get(symbol);
      if (last) tell(snapshotOf(last));
    });
  };

  /** A new connection begins with every book, and loses none of them. */
  const resend = (): void => {
    if (form === 'whole') return;
    clock.after(resyncMs, () => {
      for (const last of told.values()) deliver(snapshotOf(last));
    });
  };

  /** What the listener had is void. */
  const connect = (): void => {
    heard.clear();
    // The frame by which the listener noticed that it must connect again is its first.
    if (arriving) note(arriving);
    resend();
  };

  const spoilt = (frame: Frame): Frame => {
    if (line.now.spoil === 0 || random() >= line.now.spoil) return frame;
    count(`spoilt frames: ${form}`);
    const { checked } = frame;
    if (checked) return { ...frame, checked: { ...checked, checksum: checked.checksum ^ 1 } };
    const [price, size] = [
      [Number.NaN, 1],
      [0, 1],
      [100, Number.NaN],
      [100, -1],
    ][Math.floor(random() * 4)] as [number, number];
    return { ...frame, bids: [[price, size]] };
  };

  const next = (message: BookUpdated): Frame => {
    const event = frameOf(message);
    const before = told.get(event.symbol);
    const sequence = (before?.sequence ?? 0) + 1;
    told.set(event.symbol, { frame: event, sequence });
    const isDue = form === 'numbered on request' ? !before : sequence % snapshotEvery === 1;
    if (isDue || !before || form === 'whole') return inForm(event, form, sequence);
    const bids = changed(before.frame.bids, event.bids);
    const asks = changed(before.frame.asks, event.asks);
    const { checked } = inForm(event, form, sequence);
    const delta = { ...event, kind: 'delta', bids, asks } as const;
    if (!checked) return { ...delta, sequence };
    return { ...delta, depth, checked: { ...checked, bids: written(bids), asks: written(asks) } };
  };

  inner.market.subscribe((event) => {
    if (event.type !== 'BookUpdated') carry(() => emit({ ...event, at: receivedAt() }));
    // As with a connection: what a book begins with is never lost.
    else if (!told.has(event.symbol)) deliver(next(event));
    else tell(spoilt(next(event)));
  });

  return {
    ...inner,
    resend,
    isTorn: (symbol) => (heard.get(symbol)?.levels ?? null) === null,
    market: {
      ...inner.market,
      books: booksOf(form, resync),
      reconnect: connect,
      subscribe: (listener) => {
        listeners.add(listener);
        connect();
        return () => listeners.delete(listener);
      },
    },
    account: {
      ...inner.account,
      subscribe: (listener) => {
        let listening = true;
        const stop = inner.account.subscribe((event) =>
          carry(() => {
            if (listening) listener(event);
          }),
        );
        return () => {
          listening = false;
          stop();
        };
      },
    },
  };
};

/** Field by field: there is one for each book of each moment, and an object without a field is copied slowly. */
const frameOf = (message: BookUpdated): Frame => ({
  type: message.type,
  exchange: message.exchange,
  symbol: message.symbol,
  kind: message.kind,
  bids: saidBy(message, 'bids'),
  asks: saidBy(message, 'asks'),
  sequence: message.sequence,
  first_sequence: message.first_sequence,
  exchange_time: message.exchange_time,
  checked: message.checked,
  depth: message.depth,
  at: message.at,
  received: message.received,
});

const nothing: readonly [RawLevels, RawLevels] = [[], []];

/** By numbers: the levels themselves do not matter. */
const chained = (before: Heard, frame: Frame, form: BookForm): Heard => {
  const sequence = frame.sequence ?? 0;
  if (form === 'whole' && sequence <= before.sequence) return before;
  const isSnapshot = frame.kind === 'snapshot';
  if (!isSnapshot && (before.levels === null || sequence <= before.sequence)) return before;
  const isNext = isGood(frame) && (isSnapshot || sequence === before.sequence + 1);
  return isNext ? { levels: nothing, sequence } : { ...before, levels: null };
};

/** By checksums, over the book that these messages make. */
const summed = (before: Heard, { kind, checked }: Frame): Heard => {
  const [bids, asks] = (kind === 'snapshot' ? nothing : before.levels) ?? [null, null];
  if (bids === null || asks === null || !checked) return { ...before, levels: null };
  const levels = [merged(bids, checked.bids, -1), merged(asks, checked.asks, 1)] as const;
  return { ...before, levels: crc32(wordsOf(...levels)) === checked.checksum ? levels : null };
};

const merged = (side: RawLevels, changes: RawLevels, direction: 1 | -1): RawLevels =>
  [...new Map([...side, ...changes])]
    .filter(([, size]) => size !== '0')
    .sort(([one], [other]) => direction * (Number(one) - Number(other)))
    .slice(0, depth);

const written = (levels: LevelUpdates): RawLevels => levels.map(([price, size]) => [String(price), String(size)]);
const wordsOf = (bids: RawLevels, asks: RawLevels): string => JSON.stringify([bids, asks]);

const booksOf = (form: BookForm, resync: (symbol: string) => void): Books => {
  if (form === 'whole') return { kind: 'whole' };
  if (form !== 'checksummed') return { kind: 'numbered', resync };
  return { kind: 'checksummed', depth, checksum: (bids, asks) => crc32(wordsOf(bids, asks)), resync };
};

/** A whole book as a snapshot of that form. */
const inForm = (event: Frame, form: BookForm, sequence: number): Frame => {
  if (form !== 'checksummed') return { ...event, sequence };
  const [bids, asks] = [written(event.bids), written(event.asks)];
  return { ...event, depth, checked: { checksum: crc32(wordsOf(bids, asks)), bids, asks } };
};

const isGood = ({ bids, asks }: Frame): boolean =>
  [...bids, ...asks].every(([price, size]) => price > 0 && price < Infinity && size >= 0 && size < Infinity);

const changed = (before: LevelUpdates, after: LevelUpdates): LevelUpdates => {
  const gone = before.filter(([price]) => !after.some(([other]) => other === price));
  return [...gone.map(([price]) => [price, 0] as const), ...after];
};
