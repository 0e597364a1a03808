import { ProblemRecord, type RouteName, routes } from '@triquad/core/contract';
import { expect } from 'vitest';
import type { Answer, CallRequest, LiveBot } from './live-bot.ts';

/** Calls to a live bot whose answers are held against the table; it remembers which calls there were. */
export interface Walk {
  readonly walked: Set<RouteName>;
  /** Holds an answer that is already here against the table. */
  fits(name: RouteName, answer: Answer): void;
  /** Holds the answer against the table: status, record, headers. */
  good(name: RouteName, request?: CallRequest): Promise<Answer>;
  /** Holds the refusal against RFC 9457. */
  refused(name: RouteName, status: number, request?: CallRequest): Promise<ProblemRecord>;
}

/** Which calls each of the walks makes, by the first word of their names. */
const WALKS = {
  trading: [
    'health',
    'bootstrap',
    'bot',
    'opportunities',
    'orders',
    'scan',
    'decisions',
    'history',
    'facts',
    'export',
    'conditions',
    'feeds',
    'recordings',
    'research',
    'risk',
    'accounts',
    'performance',
    'wallets',
    'notifications',
    'logs',
    'system',
  ],
  settings: ['config', 'auth', 'users', 'sessions', 'identity', 'audit', 'exchanges', 'telegram', 'email'],
  backtests: ['backtest'],
  market: ['market'],
} as const;

const first = (name: string): string => name.split('.')[0] ?? '';
const names = Object.keys(routes) as RouteName[];

/** The calls that were to be made on this walk and were not. */
export function unwalked(which: keyof typeof WALKS, { walked }: Walk): RouteName[] {
  const words: readonly string[] = WALKS[which];
  return names.filter((name) => words.includes(first(name)) && !walked.has(name));
}

/** The calls of the table that are on no walk. */
export function strayCalls(): RouteName[] {
  const words: string[] = Object.values(WALKS).flat();
  return names.filter((name) => !words.includes(first(name)));
}

export function createWalk(live: LiveBot): Walk {
  const walked = new Set<RouteName>();
  const fits: Walk['fits'] = (name, answer) => {
    const route = routes[name];
    walked.add(name);
    expect({ name, status: answer.status, text: answer.text.slice(0, 300) }).toMatchObject({ status: route.success });
    expect(answer.headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'self'"),
    });
    if (route.success === 204) return expect(answer.text).toBe('');
    const parsed = route.record.safeParse(answer.body);
    expect(parsed.error?.message, `${name}: ${answer.text.slice(0, 500)}`).toBeUndefined();
  };
  return {
    walked,
    fits,
    async good(name, request) {
      const answer = await live.call(name, request);
      fits(name, answer);
      return answer;
    },
    async refused(name, status, request) {
      const answer = await live.call(name, request);
      expect({ name, status: answer.status, text: answer.text.slice(0, 300) }).toMatchObject({ status });
      expect(answer.headers['content-type']).toBe('application/problem+json');
      const problem = ProblemRecord.parse(answer.body);
      expect(problem).toMatchObject({ status, request_id: answer.headers['x-request-id'] });
      return problem;
    },
  };
}
