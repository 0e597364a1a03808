import { ProblemRecord, type Role, routes } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { scaled } from '../../packages/bot/src/engine/scale.suite.ts';
import { type Chance, createChance } from './chance.ts';
import { type LiveBot, send, startLiveBot } from './live-bot.ts';
import { type OddCall, oddCall } from './odd-calls.ts';

const ROUNDS = scaled(2, 2, 100);
const CALLS = scaled(300, 2_000, 10_000);
const AT_ONCE = 40;
/** Number of calls a token may make in a burst. */
const CALLS_A_TOKEN = 700;
const IDS_KEPT = 60;
/** Older ones have expired. */
const OPPORTUNITIES_KEPT = 3;
/** A round takes a tenth of that where nothing else runs. */
const ROUND_MS = 300_000;
const chosen = process.env.FUZZ_SEED;

/** Everything that looks like an id in an answer, for later calls to name. */
function learnIds(name: string, text: string, known: Map<string, string[]>, chance: Chance): void {
  const kind = name.split('.')[0] ?? name;
  const ids = known.get(kind) ?? [];
  known.set(kind, ids);
  for (const [id] of text.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g)) {
    if (ids.includes(id)) continue;
    ids.push(id);
    if (kind === 'opportunities') ids.splice(0, ids.length - OPPORTUNITIES_KEPT);
    else if (ids.length > IDS_KEPT) ids.splice(chance.below(IDS_KEPT), 1);
  }
}

/** The fault of an answer, or null: an undeclared status, an error without a problem body, or a record that does not fit. */
async function judge(
  live: LiveBot,
  token: string,
  call: OddCall,
): Promise<{ fault: string | null; text: string; status: number }> {
  const { status, headers, text, body } = await send(live.address, call.method, call.target, { token, ...call });
  const judged = (wrong: string) => ({ fault: `${wrong}: ${status} ${text.slice(0, 300)}`, text, status });
  if (status >= 500) return judged('a 5xx');
  if (call.statuses !== null && !call.statuses.includes(status)) return judged('a status that is not in the contract');
  if (!/^[0-9a-f-]{36}$/.test(String(headers['x-request-id']))) return judged('no request id');
  if (status >= 400) {
    const isProblem = headers['content-type'] === 'application/problem+json' && ProblemRecord.safeParse(body).success;
    return isProblem ? { fault: null, text, status } : judged('no problem');
  }
  const isJson = String(headers['content-type']).startsWith('application/json');
  const fits = call.statuses === null || !isJson || routes[call.name].record.safeParse(body).success;
  return fits ? { fault: null, text, status } : judged('not by the contract');
}

/** Restarts a stopped bot, because calls to a running one reach more code. */
async function setGoing(live: LiveBot): Promise<void> {
  await live.call('bot.kill.reset');
  await live.call('bot.stop');
  const body = { enabled_exchanges: ['binance', 'kraken', 'okx'], trading_pairs: [], min_profit_threshold: 0.01 };
  await live.call('bot.start', { body: { ...body, max_capital_per_route: 1_000 } });
}

/** Some calls are made twice at once under a key of their own. */
const twins = (call: OddCall, key: string): readonly OddCall[] => {
  const twin = { ...call, headers: { ...call.headers, 'idempotency-key': key } };
  return [twin, twin];
};

/** `npm run faults` makes a hundred rounds, each with a bot and a seed of its own; FUZZ_SEED repeats one of them. */
export function testOddCalls(shard: number, of: number): void {
  const rounds = chosen === undefined ? ROUNDS / of : 1;
  const first = chosen === undefined ? 20_260_131 + shard : Number(chosen);
  test.each(Array.from({ length: rounds }, (_, round) => first + round * of))(
    `${CALLS} odd calls get no 5xx, and what they get fits the contract (seed %i)`,
    { timeout: ROUND_MS },
    makeOddCalls,
  );
}

async function makeOddCalls(seed: number): Promise<void> {
  console.log(`fuzz: FUZZ_SEED=${seed}`);
  await using live = await startLiveBot();
  const chance = createChance(seed);
  const known = new Map<string, string[]>();
  const faults: unknown[] = [];
  let made = 0;
  let token = '';
  let going = Promise.resolve();
  const makeOne = async () => {
    // Replaced before its calls are used up, because others are still in flight.
    if (made % CALLS_A_TOKEN === 0) {
      token = live.token(made === 0 ? 'admin' : chance.pick<Role>(['admin', 'admin', 'operator', 'viewer']));
      going = going.then(() => setGoing(live));
    }
    made += 1;
    const call = oddCall(chance, known);
    const calls = chance.happens(0.1) ? twins(call, `twin-${made}`) : [call];
    const [one, two] = await Promise.all(calls.map((each) => judge(live, token, each)));
    if (one === undefined) return;
    if (one.fault !== null) faults.push({ seed, fault: one.fault, call });
    // A refusal has the id of its request, which no later call may use.
    if (one.status < 400) learnIds(call.name, one.text, known, chance);
    const isKept = routes[call.name].idempotent && call.statuses !== null && one.status < 300;
    if (two !== undefined && isKept && two.text !== one.text)
      faults.push({ seed, fault: `two answers: ${one.text} and ${two.text}`, call });
  };
  const work = async () => {
    while (made < CALLS) await makeOne();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await going;
  expect(faults.slice(0, 5)).toEqual([]);
  expect((await live.call('health')).status).toBe(200);
}
