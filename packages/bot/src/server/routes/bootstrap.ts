import { bootstrapCall, bootstrapMost, type RouteDefinition, type RouteName, routes } from '@triquad/core/contract';
import * as z from 'zod/mini';
import type { Call, Handlers } from '../handler.ts';
import { notValid, Refusal } from '../problem.ts';

type Asked = { readonly text: string; readonly name: RouteName; readonly query: unknown };
type Reads = Omit<Handlers, 'bootstrap'>;
const missing = Symbol('no answer');

/** Answers several reads at one moment: no turn of the engine is between them. */
export function bootstrapRoutes(reads: Reads, now: () => number): Pick<Handlers, 'bootstrap'> {
  return {
    bootstrap: async (call) => {
      const texts = [...new Set(call.query.calls.split(','))];
      if (texts.length > bootstrapMost) return notValid('calls', `are more than ${bootstrapMost}`);
      const asked = texts.map(askedBy);
      const wrong = asked.find((one) => one instanceof Refusal);
      if (wrong !== undefined) return wrong;
      const all = asked.flatMap((one) => (one instanceof Refusal ? [] : [one]));
      const answers = () => all.map((one) => answerOf(reads, call, one));
      const first = answers();
      const at = now();
      // Some read from the disk first, while the market goes on. Once that is at hand, all are asked again, at one moment.
      if (!first.some((one) => one instanceof Promise))
        return { at: new Date(at).toISOString(), answers: byText(all, first) };
      await Promise.all(first);
      const again = new Date(now()).toISOString();
      return { at: again, answers: byText(all, await Promise.all(answers())) };
    },
  };
}

/** Reads one name with its query, by the schema of its call. */
function askedBy(text: string): Asked | Refusal {
  const [name = '', search = ''] = text.split('?', 2);
  const known = z.safeParse(bootstrapCall, name);
  if (!known.success) return notValid('calls', 'hold one that is not among those a bootstrap answers');
  const { query }: RouteDefinition = routes[known.data];
  const read = query === null ? null : z.safeParse(query, Object.fromEntries(new URLSearchParams(search)));
  if (read?.success === false) return notValid('calls', `hold a query that ${known.data} does not take`);
  return { text, name: known.data, query: read?.data };
}

/** What is refused, or fails, is left out: asked for by itself, it says why. */
function answerOf(reads: Reads, call: Call<'bootstrap'>, { name, query }: Asked): unknown {
  const read = reads[name as keyof Reads] as (call: unknown) => unknown;
  try {
    const answer = read({ ...call, query });
    return answer instanceof Promise ? answer.catch(() => missing) : answer;
  } catch {
    return missing;
  }
}

const byText = (asked: readonly Asked[], answers: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    asked.flatMap(({ text }, place) => {
      const answer = answers[place];
      return answer === missing || answer instanceof Refusal ? [] : [[text, answer]];
    }),
  );
