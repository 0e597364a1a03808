import { type Code, provenanceCells } from '@triquad/core';
import {
  type NoticeCode,
  type NoticeParams,
  noticeCode,
  paperProvenance,
  type ResidualReason,
} from '@triquad/core/contract';
import { codeSamples } from '@triquad/core/testing';
import { english } from '@triquad/core/texts';
import { expect, test } from 'vitest';
import { api as enApi } from './en/api.ts';
import { audit as enAudit } from './en/audit.ts';
import { backtest as enBacktest } from './en/backtest.ts';
import { conditions as enConditions } from './en/conditions.ts';
import { control as enControl } from './en/control.ts';
import { differences as enDifferences } from './en/differences.ts';
import { docs as enDocs } from './en/docs.ts';
import { feeds as enFeeds } from './en/feeds.ts';
import { flatten as enFlatten } from './en/flatten.ts';
import { forms as enForms } from './en/forms.ts';
import { frame as enFrame } from './en/frame.ts';
import { glossary as enGlossary } from './en/glossary.ts';
import { later as enLater } from './en/later.ts';
import { legal as enLegal } from './en/legal.ts';
import { login as enLogin } from './en/login.ts';
import { performance as enPerformance } from './en/performance.ts';
import { positions as enPositions } from './en/positions.ts';
import { research as enResearch } from './en/research.ts';
import { settings as enSettings } from './en/settings.ts';
import { support as enSupport } from './en/support.ts';
import { ticket as enTicket } from './en/ticket.ts';
import { en } from './en.ts';
import { api as esApi } from './es/api.ts';
import { audit as esAudit } from './es/audit.ts';
import { backtest as esBacktest } from './es/backtest.ts';
import { texts as spanish } from './es/codes.ts';
import { conditions as esConditions } from './es/conditions.ts';
import { control as esControl } from './es/control.ts';
import { differences as esDifferences } from './es/differences.ts';
import { docs as esDocs } from './es/docs.ts';
import { feeds as esFeeds } from './es/feeds.ts';
import { flatten as esFlatten } from './es/flatten.ts';
import { forms as esForms } from './es/forms.ts';
import { frame as esFrame } from './es/frame.ts';
import { glossary as esGlossary } from './es/glossary.ts';
import { later as esLater } from './es/later.ts';
import { legal as esLegal } from './es/legal.ts';
import { login as esLogin } from './es/login.ts';
import { performance as esPerformance } from './es/performance.ts';
import { positions as esPositions } from './es/positions.ts';
import { research as esResearch } from './es/research.ts';
import { settings as esSettings } from './es/settings.ts';
import { support as esSupport } from './es/support.ts';
import { ticket as esTicket } from './es/ticket.ts';
import { es } from './es.ts';

type Leaf = readonly [place: string, text: string];
const bounds = [
  { least: 1, most: 9, isAbove: false, isWhole: true },
  { least: 1, most: null, isAbove: true, isWhole: false },
  { least: 1, most: null, isAbove: false, isWhole: false },
  { least: null, most: 9, isAbove: false, isWhole: false },
  null,
];
/** Arguments of texts: the bounds of a field, the name of a group, or figures, one or several. */
const given = (place: string): readonly (readonly unknown[])[] => {
  if (place.startsWith('forms.problems')) return bounds.map((one) => [one]);
  if (place === 'research.gain') return [['below 1'], ['1 to 9'], ['above 9']];
  return [
    [1, 1, 1, 1, 1],
    [7, 8, 9, 10, 11],
  ];
};

/** Every text of a catalogue, with figures where it takes some. */
const leaves = (node: unknown, place = ''): readonly Leaf[] => {
  if (typeof node === 'string') return [[place, node]];
  if (typeof node === 'function') return given(place).map((values) => [place, String(node(...values))]);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, inner]) => leaves(inner, place === '' ? name : `${place}.${name}`));
};
const withoutCodes = ({ texts: _, ...catalogue }: typeof en) => catalogue;
const inEnglish = leaves({
  ...withoutCodes(en),
  ...enLater,
  ...enPerformance,
  ...enPositions,
  ...enSettings,
  ...enBacktest,
  ...enConditions,
  ...enControl,
  ...enLogin,
  ...enFlatten,
  ...enFrame,
  ...enAudit,
  ...enDifferences,
  ...enDocs,
  ...enFeeds,
  ...enResearch,
  ...enLegal,
  ...enSupport,
  ...enApi,
  ...enGlossary,
  ...enForms,
  ...enTicket,
});
const inSpanish = leaves({
  ...withoutCodes(es),
  ...esLater,
  ...esPerformance,
  ...esPositions,
  ...esSettings,
  ...esBacktest,
  ...esConditions,
  ...esControl,
  ...esLogin,
  ...esFlatten,
  ...esFrame,
  ...esAudit,
  ...esDifferences,
  ...esDocs,
  ...esFeeds,
  ...esResearch,
  ...esLegal,
  ...esSupport,
  ...esApi,
  ...esGlossary,
  ...esForms,
  ...esTicket,
});
const codes = Object.keys(codeSamples) as Code[];
const said = (texts: typeof english): readonly Leaf[] =>
  codes.flatMap((code) =>
    [null, 'XYZ'].map((detail): Leaf => [code, texts.code({ code, params: codeSamples[code], detail })]),
  );
const all = [...inSpanish, ...said(spanish)];

test.each([
  ['en', english],
  ['es', spanish],
] as const)('every code has a text in %s that shows its values', (_, texts) => {
  for (const [code, text] of said(texts)) {
    if (code === 'text' && text === '') continue;
    expect(text, code).not.toMatch(/^$|undefined|null|NaN|\[object/);
    expect(text, code).not.toBe(code);
  }
  const { exchanges } = codeSamples.pairs_failed_of;
  expect(texts.code({ code: 'pairs_failed_of', params: { exchanges } })).toContain(exchanges);
});

test.each([
  ['start_failed', 'Failed to start bot'],
  ['stop_failed', 'Failed to stop bot'],
  ['no_pairs', 'No pairs found'],
  ['pairs_failed', 'Failed to fetch pairs'],
  ['backtest_failed', 'Failed to run backtest'],
  ['report_failed', 'Failed to download report'],
  ['reconnection_exhausted', 'Max reconnection attempts reached'],
  ['exchange_required_first', 'Please select at least one exchange first'],
] as const)('%s is said as specified', (code, text) => {
  expect(english.code({ code, params: {} })).toBe(text);
});

test('what takes values is said as specified', () => {
  const invented = provenanceCells(paperProvenance('practice', null, 'practice'));
  expect(english.code({ code: 'executed', params: { profit_pct: 0.8234, difference: null } })).toBe(
    'Order executed! Profit: 0.82%',
  );
  expect(english.code({ code: 'executed', params: { profit_pct: 0.8234, difference: -0.5, ...invented } })).toBe(
    'Order executed! Profit: 0.82%, -$0.50 against what was shown (practice · invented)',
  );
  const failed = { code: 'execution_failed', params: { kind: null } };
  expect(english.code({ ...failed, detail: 'no fill' })).toBe('Execution failed: no fill');
  expect(english.code(failed)).toBe('Failed to execute');
});

test.each([
  ['bot_scanning', undefined, 'El bot está escaneando.'],
  ['bot_tripped', 'stop loss', 'El bot está escaneando, pero no empieza nada nuevo: stop loss.'],
  ['bot_halted', 'drill', 'Bloqueado: drill'],
])('what the bot says of its state as %s is said in Spanish', (code, reason, text) => {
  const params = reason === undefined ? {} : { reason };
  expect(spanish.said({ code, params, detail: 'in English' })).toBe(text);
  expect(english.said({ code, params, detail: 'in English' })).toBe('in English');
});

const differs = { exchange: 'kraken', asset: 'CRV', booked: '1.25', found: '2.5', usd_value: 8.75, kind: 'deposit' };
const executed = { route: 'USDT → CRV', exchange: 'kraken', profit_usd: -6.5, reason: 'drill' };
const executedIn = ['USDT → CRV', 'kraken', '−6,50', 'drill'];
const differsIn = ['kraken', 'CRV', '1,25', '2,5', '+8,75', 'depósito'];

/** Parameters of each notification, and the words that its Spanish text must contain. */
const notices: { [C in NoticeCode]: [params: NoticeParams[C], ...shown: string[]] } = {
  access_changed: [{ fault: 'F-7' }, 'F-7'],
  account_differs: [differs, ...differsIn],
  account_halted: [{ ...differs, kind: 'unexplained' }, ...differsIn.slice(0, -1), 'bloqueada'],
  alerts_failing: [{ channel: 'Telegram', reason: 'drill', reason_code: null }, 'Telegram', 'drill'],
  bot_halted: [{ reason: 'drill' }, 'drill'],
  bounds_added: [{ unwind_loss_pct: 1.5, profit_pct: 3 }, '1,5 %', '3 %', 'residual'],
  breaker_reset: [{ name: 'reject_rate', by: 'operator' }, 'Órdenes rechazadas', 'operador'],
  breaker_tripped: [
    { name: 'reject_rate', reason: 'drill', resumes: 'itself' },
    ...['Órdenes rechazadas', 'drill', 'hasta que esto pase'],
  ],
  clock_jumped: [{ by_ms: -90_500 }, 'atrasó', '90,5 s'],
  configuration_lost: [{}, 'server.sqlite'],
  execution_completed: [executed, ...executedIn],
  execution_failed: [executed, ...executedIn],
  execution_stranded: [executed, ...executedIn],
  execution_unwound: [executed, ...executedIn],
  fill_unknown: [
    { order_id: 'o-17', exchange: 'kraken', market: 'CRV/USDT', reason: 'drill' },
    ...['o-17', 'kraken', 'CRV/USDT', 'drill'],
  ],
  late_fill: [{ order_id: 'o-17', exchange: 'kraken', market: 'CRV/USDT' }, 'o-17', 'kraken', 'CRV/USDT'],
  market_delisted: [
    { exchange: 'kraken', market: 'CRV/USDT', asset: 'CRV', amount: '12.5' },
    ...['kraken', 'CRV/USDT', '12,5 CRV'],
  ],
  market_excluded: [
    { exchange: 'kraken', market: 'CRV/USDT', reason: 'drill', minutes: 10 },
    ...['kraken', 'CRV/USDT', 'drill', '10 min'],
  ],
  own_error: [{ at: '2026-01-31T12:00:00.000Z', error: 'E-9' }, '2026-01-31T12:00:00.000Z', 'E-9'],
  process_stalled: [{ for_ms: 300_000 }, '5 min'],
  recording_ended: [{ reason: 'ENOSPC' }, 'ENOSPC', 'continúa'],
  recording_resumed: [
    { from: '2026-01-31T12:00:00.000Z', to: '2026-01-31T12:05:00.000Z' },
    ...['2026-01-31T12:00:00.000Z', '2026-01-31T12:05:00.000Z'],
  ],
  residual_sold: [{ exchange: 'kucoin', asset: 'ETH', sold: 'sold 0.4 ETH for 990 USDT' }, 'sold 0.4 ETH for 990 USDT'],
  started_stopped: [{ reason: 'drill' }, 'drill', 'tres veces en diez minutos'],
  order_back: [{ order_id: 'o-17', exchange: 'kraken', market: 'CRV/USDT' }, 'o-17', 'kraken', 'CRV/USDT'],
  reports_disagree: [{ exchange: 'kraken', cause: 'overfilled', reason: 'drill' }, 'kraken', 'drill'],
};

test.each(noticeCode.options)('the notification %s has a title and a text in Spanish with its values', (code) => {
  const [params, ...shown] = notices[code];
  expect(es.bell.titles[code]).toMatch(/^[A-ZÁÉÍÓÚÑ]/);
  const text = spanish.said({ code, params, detail: 'in English' }) ?? '';
  expect(text).not.toMatch(/^$|in English|undefined|null|NaN|\[object/);
  for (const part of shown) expect(text).toContain(part);
  // English texts are the bot's own.
  expect(english.said({ code, params, detail: 'in English' })).toBe('in English');
});

test.each([
  ['clock_jumped', { by_ms: 5_400_000 }, 'suspendida 90 min,'],
  ['clock_jumped', { by_ms: 3 * 86_400_000 }, 'suspendida 3 días,'],
  ['account_halted', { ...differs, usd_value: null, kind: 'unexplained' }, 'anotados 1,25; nada lo explica'],
  ['execution_completed', { ...executed, reason: null, profit_usd: 8.21 }, 'USDT → CRV en kraken: +8,21 $'],
  ['breaker_reset', { name: 'of_another_bot', by: 'itself' }, 'of_another_bot: se restableció solo'],
])('%s with %o is said in Spanish', (code, params, text) => {
  const said = spanish.said({ code, params, detail: 'in English' });
  expect(said?.replaceAll('\u00a0', ' ')).toContain(text);
});

test.each([
  [{ code: 'loss', loss_pct: 4.0213, most_pct: 0.5 }, ['4.02%', '0.5%'], ['4,02 %', '0,5 %']],
  [{ code: 'loss' }, ['more than is allowed'], ['de lo permitido']],
  [{ code: 'no_book' }, ['no trusted book'], ['ningún libro fiable']],
  [{ code: 'orders' }, ['as many orders as may be sent'], ['las órdenes permitidas']],
  [{ code: 'halted' }, ['orders were halted'], ['bloqueadas']],
  [{ code: 'late_fill' }, ['a fill came after'], ['ya había terminado']],
] as const)('the reason %o of a residual position is a clause in both languages', (reason, inEnglish, inSpanish) => {
  for (const [texts, shown] of [
    [english, inEnglish],
    [spanish, inSpanish],
  ] as const) {
    const text = texts.left(reason)?.replaceAll('\u00a0', ' ') ?? '';
    expect(text).toMatch(/^[a-zá]/);
    expect(text).not.toMatch(/undefined|null|NaN|\.$/);
    for (const part of shown) expect(text).toContain(part);
  }
});

test('a residual position without a reason, or with that of a later bot, has no text', () => {
  const later = { code: 'of_a_later_bot' } as unknown as ResidualReason;
  for (const texts of [english, spanish]) expect([texts.left(undefined), texts.left(later)]).toEqual([null, null]);
});

test('no Spanish text is an English sentence', () => {
  const words = /\b(the|is|are|was|not|and|of|to|with|for|from|failed|could|cannot|already|your|you|this|that)\b/i;
  expect(all.filter(([, text]) => words.test(text))).toEqual([]);
});

test('a Spanish text equals the English one only where it is a name or a sign', () => {
  const english = new Map(inEnglish);
  const same = inSpanish.filter(([place, text]) => english.get(place) === text && /[a-z]{2,} [a-z]{3,}/i.test(text));
  const names = ['API Key', 'API Secret', 'Bot Token', 'Stop loss'];
  expect(same.filter(([, text]) => !names.includes(text))).toEqual([]);
});

test('every Spanish text speaks to the operator as tú', () => {
  const usted =
    /\b(usted|su (sesión|bot|token|nombre|propia)|suyos?|(abra|pegue|inicie|reinicie|detenga|escriba|ejecute|filtre|elija|seleccione|ingrese|introduzca|revise|vuelva|guarde|pulse|compruebe|use|espere|pueda)(lo|la|los|las)?)\b/i;
  expect(all.filter(([, text]) => usted.test(text))).toEqual([]);
});

test.each(['real_money', 'another_market', 'execution_running', 'order_open'])(
  'the refusal %s of a reset of practice has a text in Spanish',
  (code) => {
    const text = spanish.said({ code, params: {}, detail: 'in English' });
    expect(text).toMatch(/^[A-ZÁÉÍÓÚÑ]/);
    expect(text).not.toBe('in English');
  },
);
