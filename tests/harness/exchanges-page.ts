import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExchangeFacts } from '../../packages/bot/src/market/facts/exchange-facts.ts';
import { exchangeFacts } from '../../packages/bot/src/market/facts/facts.ts';
import { createVirtualClock } from '../../packages/bot/src/model/clock.ts';
import { exchanges } from '../../packages/bot/src/venues/exchange/exchanges.ts';
import { repository } from './recorded-data.ts';

/** A test, by its file and the words of its name; `of`: the recorded frames that it reads, where it reads any. */
type Proof = { readonly file: string; readonly test: string; readonly of?: string };

const contract = (exchange: string, test: string): Proof => ({ file: `tests/contract/${exchange}.test.ts`, test });
const recorded = (of: string, test: string, file = 'packages/bot/src/market/captures.test.ts'): Proof => ({
  of,
  test,
  file,
});
const lists = (of: string): Proof =>
  recorded(of, '%s has %d markets that trade', 'packages/bot/src/market/instrument-list.test.ts');
const readers = (exchange: string): string =>
  `packages/bot/src/venues/exchange/${exchange.toLowerCase()}/frame-reader.test.ts`;
const joined = 'packages/bot/src/venues/exchange/joined-book.test.ts';
const damaged = (exchange: string): Proof => ({ file: readers(exchange), test: 'that was damaged on its way' });

/** What is proven of each exchange, by tests that run with every change. */
const proofs: Readonly<Record<string, Readonly<Record<string, readonly Proof[]>>>> = {
  'Markets, rules, fees': {
    binance: [contract('binance', 'are those through which a cycle leads'), lists('lists of 2021 and 2023')],
    kucoin: [contract('kucoin', 'the markets of KuCoin are those'), lists('list of 2021')],
    okx: [contract('okx', 'the markets of OKX are those'), lists('list of 2022')],
    kraken: [contract('kraken', 'the markets of Kraken are those'), lists('list of 2021')],
    coinbase: [contract('coinbase', 'the markets of Coinbase are those')],
  },
  'Best prices': {
    binance: [contract('binance', 'says the best bid and ask of each market as they change')],
    kucoin: [contract('kucoin', 'says the best five levels of each market as they change')],
    okx: [contract('okx', 'says the best five levels of each market as they change')],
    kraken: [contract('kraken', 'agree with their checksums as they change')],
    coinbase: [contract('coinbase', 'says the best twenty levels of a whole book')],
  },
  'Messages, whole or damaged': {
    binance: [damaged('binance'), recorded('socket of 2021', 'every message of a recorded socket', readers('binance'))],
    kucoin: [damaged('kucoin')],
    okx: [damaged('okx')],
    kraken: [damaged('kraken')],
    coinbase: [damaged('coinbase')],
  },
  'Books from changes': {
    binance: [
      contract('binance', 'from changes that join a snapshot'),
      contract('binance', 'has its best price alone after a gap'),
      recorded('socket of 2021', 'the recorded books of %s join', joined),
    ],
    kucoin: [
      contract('kucoin', 'is heard with twenty levels, from changes that join a snapshot'),
      recorded('socket of 2021', 'the recorded books of %s join', joined),
    ],
    okx: [recorded('socket of 2022; the bot uses whole books', '290 checksums of OKX')],
    kraken: [
      contract('kraken', 'in which a change is lost is not trusted'),
      recorded('socket of 2021 in an older dialect', '4,269 checksums of Kraken'),
    ],
    coinbase: [contract('coinbase', 'a lost message voids all books of its connection')],
  },
  'Silence, lost connections, refusals': {
    binance: [
      contract('binance', 'connects again when nothing is heard though the connection is open'),
      contract('binance', 'are not asked for before the time that a %i names'),
    ],
    kucoin: [
      contract('kucoin', 'connects again when nothing is heard though the connection is open'),
      contract('kucoin', 'is down while its subscriptions are refused'),
    ],
    okx: [contract('okx', 'is down while all of its markets are refused or nothing is heard')],
    kraken: [
      contract('kraken', 'connects again in maintenance, in silence and after an error'),
      contract('kraken', 'is not asked again at once'),
    ],
    coinbase: [contract('coinbase', 'is down in silence, when refused')],
  },
  'Paper trading, replayed from its inputs': {
    binance: [contract('live-session', 'are processed again from the recorded inputs')],
    kraken: [contract('live-session', 'are processed again from the recorded inputs')],
  },
  'Limits of a connection': {
    binance: [contract('binance', 'spreads thousands of markets over connections')],
    kucoin: [contract('kucoin', 'spreads its markets over connections')],
    okx: [contract('okx', 'spreads its markets over connections')],
    coinbase: [contract('coinbase', 'spreads its markets over connections')],
  },
};

/** When `triquad exchange check` agreed with the real exchange, e.g. `2027-01-31`; left out: never. */
const confirmed: Readonly<Record<string, string>> = {};

/** µs of CPU for a message, by `npm run bench messages`. */
const costs: readonly (readonly [message: string, bytes: string, json: string])[] = [
  ['Binance, best bid and ask, 106 B', '0.20', '0.72'],
  ['Binance, changes of 2 levels, 158 B', '0.35', '1.0'],
  ['Binance, changes of 20 levels, 697 B', '1.1', '3.1'],
  ['KuCoin, best five levels, 437 B', '0.82', '2.2'],
  ['KuCoin, changes of 2 levels, 308 B', '0.72', '1.4'],
  ['OKX, best five levels, 517 B', '0.95', '2.3'],
  ['Kraken, changes of 2 levels, 221 B, with the digits for its checksum', '0.86', '1.2 without them'],
  ['Coinbase, changes of 2 levels, 389 B', '0.89', '1.8'],
];

/** @throws Error where a test is not there any more. */
const shown = ({ file, test, of }: Proof): string => {
  if (!readFileSync(join(repository, file), 'utf8').includes(test))
    throw new Error(`docs/exchanges.md: ${file} has no test "${test}"`);
  return of === undefined
    ? file.startsWith('tests/contract')
      ? 'local server'
      : 'invented messages'
    : `recorded: ${of}`;
};

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** Code in a cell of a table. */
const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

const factRows = (facts: ExchangeFacts): readonly (readonly string[])[] => {
  const { title, regions, limits, forms, fees, rules } = facts;
  const [entry] = fees.tiers;
  const rows: readonly (readonly [
    fact: string,
    value: string,
    of: { readonly source: string; readonly date: string },
  ])[] = [
    ...Object.entries(regions).map(
      ([region, of]) =>
        [
          `addresses, \`${region}\``,
          `${of.title}: ${code(of.rest)}, sockets ${of.stream === null ? 'where a call says' : code(of.stream)}`,
          of,
        ] as const,
    ),
    [
      'limits',
      `${limits.marketsOfConnection} markets a connection, ${limits.mostConnections} connections, ${limits.pauseMs} ms between messages; ${limits.requests}`,
      limits,
    ],
    ['acknowledged', code(forms.acknowledged), forms],
    ['refused', code(forms.refused), forms],
    ['too much was asked', forms.tooMany, forms],
    [
      'fees',
      `${fees.tiers.length} tiers from ${entry?.maker_pct} / ${entry?.taker_pct} % (maker / taker), of what is ${fees.feeCurrency === 'quote' ? 'paid or received in quote' : 'received'}`,
      fees,
    ],
    ['rules of orders', [rules.fields.map(code).join(', '), rules.remark].filter(Boolean).join('. '), rules],
  ];
  return rows.map(([fact, value, { source, date }]) => [title, fact, value, source, date]);
};

/** docs/exchanges.md, from the adapters and the tests as they are. @throws Error where a test that it names is not there. */
export const exchangesPage = (): string => {
  const names = [...exchanges.keys()];
  const heads = names.map((name) => exchangeFacts.get(name)?.title ?? name);
  const dialects = names.flatMap((name) => exchanges.get(name)?.({ clock: createVirtualClock(0) }) ?? []);
  const protocols = dialects.map((dialect) => dialect.protocolOf([]));
  const proven = Object.entries(proofs).map(([subject, of]) => [
    subject,
    ...names.map((name) => [...new Set((of[name] ?? []).map(shown))].join('; ') || 'not proven'),
  ]);
  const facts: readonly (readonly [string, (place: number) => string])[] = [
    ['Levels a side', (place) => String(protocols[place]?.depth)],
    [
      'Of the best cycles',
      (place) => {
        const deep = protocols[place]?.deep;
        return deep === undefined || dialects[place]?.snapshot === undefined
          ? 'the same'
          : `${deep.depth} levels from changes`;
      },
    ],
    [
      'Proof of a book',
      (place) =>
        dialects[place]?.proof?.kind ?? (dialects[place]?.isKept ? 'numbered messages' : 'each message is whole'),
    ],
    ['Markets of a connection', (place) => (dialects[place]?.marketsOfConnection ?? 0).toLocaleString('en-US')],
    ['Connections at most', (place) => String(dialects[place]?.mostConnections)],
    ['Traded', (place) => (dialects[place]?.scanOnly === undefined ? 'with paper money' : 'never: scanned only')],
  ];
  return `# Exchanges: what is proven where

<!-- Written by \`npm run exchanges\` from the adapters and the tests; a test compares it. -->

No exchange can be reached where Triquad is developed. This page says of each one what was proven, against what, and what was **never** seen at
the real exchange. \`triquad exchange check <name>\` compares the real one with what the bot expects; the guide says
[what to do with a difference](operator-guide.md#real-prices). An exchange whose check fails is scanned only.

${table(
  ['', ...heads],
  [
    ...proven,
    ['Checks of [a venue](writing-a-venue.md)', ...names.map(() => 'local server')],
    ['Faulty lines', ...names.map(() => 'invented messages')],
    ['The real exchange', ...names.map((name) => confirmed[name] ?? '**never**')],
    ['Orders', ...names.map(() => 'none are sent')],
  ],
)}

- **Local server**: \`tests/harness/exchanges\` speaks the exchange's protocol as its documents describe it, and does wrong what an exchange may do
  wrong: other forms, silence, refusals, wrong clocks, web pages in place of answers. The proof is in \`tests/contract/<name>.test.ts\`,
  \`exchange-check.test.ts\` and, for the checks of a venue, \`exchange-conformance.test.ts\`.
- **Faulty lines**: \`venues/exchange/faulty-line.test.ts\` loses, repeats, reorders, cuts and spoils messages, with stale first books
  and connections that end: no book is trusted that is not the exchange's as of the newest message that arrived. A share runs in \`npm test\`, a
  million messages of each by \`npm run faults venues/exchange/faulty\`. \`joined-book.test.ts\` does so for changes that join a snapshot.
- **Recorded**: frames of real sockets, which are not part of this repository. The tests that read them say *not run* where they are absent.

## What the bot listens to

${table(
  ['', ...heads],
  facts.map(([fact, of]) => [fact, ...names.map((_, place) => of(place))]),
)}

- BTC-USDC and BTC-USD are one book at Coinbase: a market with an alias is not watched, so that the same liquidity never counts twice.
- At Binance and KuCoin the markets of the fifty best cycles, at most 150, are kept from their changes. Every other one of Binance is sized by its best
  price alone.

## Facts and their dates

What the bot holds true of each exchange, with the source of that and its day. The adapters, the guide and \`triquad exchange check\` read it from
\`packages/bot/src/market/facts\`; \`triquad doctor\` warns when the newest of these is older than 60 days. **Seen on the real exchange**:
${names.map((name) => `${exchangeFacts.get(name)?.title} ${confirmed[name] ?? 'never'}`).join(', ')}.

${table(['Exchange', 'Fact', 'As it is', 'Source', 'Date'], [...exchangeFacts.values()].flatMap(factRows))}

## What a message costs

CPU of one message in µs, byte by byte as the bot reads it and by \`JSON.parse\` into the same arrays, by turns on one core
(\`npm run bench messages\`). Compare the two: the times are of one machine.

${table(['', 'byte by byte', 'JSON.parse'], costs)}
`;
};
