import { type ClientFrame, ProblemRecord, type Role, routes } from '@triquad/core/contract';
import { expect, test } from 'vitest';
import { type Chance, createChance } from './chance.ts';
import { type LiveBot, send, startLiveBot } from './live-bot.ts';
import { openSocket } from './live-socket.ts';
import { type OddCall, oddCall } from './odd-calls.ts';

/** `npm run faults` makes a hundred rounds, each with a bot and a seed of its own; FUZZ_SEED repeats one of them. */
const ROUNDS = process.env.TRIQUAD_SCALE === 'faults' ? 100 : 1;
const CALLS = 10_000;
const FRAMES = 2_000;
const AT_ONCE = 40;
/** A token may make so many calls before it has to wait. */
const CALLS_A_TOKEN = 800;
const IDS_KEPT = 200;
const ROUND_MS = 120_000;
const firstSeed = Number(process.env.FUZZ_SEED ?? 20_260_131);

/** Everything that looks like an id in an answer, for later calls to name. */
function learnIds(text: string, ids: string[], chance: Chance): void {
  for (const [id] of text.matchAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{22}/g)) {
    if (ids.length < IDS_KEPT) ids.push(id);
    else if (chance.happens(0.05)) ids[chance.below(IDS_KEPT)] = id;
  }
}

/** What is wrong with the answer, or null: a 5xx, a refusal that is no problem, a record that does not fit. */
async function judge(live: LiveBot, token: string, call: OddCall): Promise<{ fault: string | null; text: string }> {
  const { status, headers, text, body } = await send(live.address, call.method, call.target, { token, ...call });
  const told = ` ${status} ${text.slice(0, 300)}`;
  if (status >= 500 && status !== 501) return { fault: `a 5xx:${told}`, text };
  if (status >= 400) {
    const isProblem = headers['content-type'] === 'application/problem+json' && ProblemRecord.safeParse(body).success;
    return { fault: isProblem ? null : `no problem:${told}`, text };
  }
  const isJson = String(headers['content-type']).startsWith('application/json');
  const fits = !isJson || routes[call.name].record.safeParse(body).success;
  return { fault: fits ? null : `not by the contract:${told}`, text };
}

test.each(Array.from({ length: ROUNDS }, (_, round) => firstSeed + round))(
  `${CALLS} odd calls get no 5xx, and what they get fits the contract (seed %i)`,
  { timeout: ROUND_MS },
  async (seed) => {
    console.log(`fuzz: FUZZ_SEED=${seed}`);
    await using live = await startLiveBot();
    const chance = createChance(seed);
    const ids: string[] = [];
    const faults: unknown[] = [];
    let token = '';
    for (let made = 0; made < CALLS; made += AT_ONCE) {
      if (made % CALLS_A_TOKEN === 0)
        token = live.token(made === 0 ? 'admin' : chance.pick<Role>(['admin', 'admin', 'operator', 'viewer']));
      const calls = Array.from({ length: AT_ONCE }, () => oddCall(chance, { ids }));
      const judged = await Promise.all(calls.map((call) => judge(live, token, call)));
      for (const [index, { fault, text }] of judged.entries()) {
        if (fault !== null) faults.push({ seed, fault, call: calls[index] });
        learnIds(text, ids, chance);
      }
    }
    expect(faults.slice(0, 5)).toEqual([]);
    expect((await live.call('health')).status).toBe(200);
  },
);

test(`${FRAMES} odd frames leave the socket open (seed ${firstSeed})`, { timeout: ROUND_MS }, async () => {
  await using live = await startLiveBot();
  using socket = await openSocket(live.address, live.adminToken);
  const chance = createChance(firstSeed);
  const odd = ['', 'x', 'logs', 'metrics', 'secrets', -1, 0, 1e300, null, true, [], {}, 'subscribe', '\u0000💥'];
  for (let n = 0; n < FRAMES; n += 1) {
    const frame = {
      type: chance.pick<unknown>(['subscribe', 'unsubscribe', 'ping', 'auth', ...odd]),
      ...(chance.happens(0.8) ? { channel: chance.pick<unknown>(['logs', 'metrics', 'orders', ...odd]) } : {}),
      ...(chance.happens(0.3) ? { since: chance.pick<unknown>(odd) } : {}),
    };
    const text = chance.happens(0.9) ? JSON.stringify(frame) : JSON.stringify(frame).slice(chance.below(20));
    socket.sendRaw(chance.happens(0.05) ? Buffer.from(text) : text);
  }
  socket.send({ type: 'ping' } satisfies ClientFrame);
  await socket.ofType('pong');
});
