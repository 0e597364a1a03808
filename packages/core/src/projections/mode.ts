import * as z from 'zod/mini';
import { tradingMode } from '../contract/trade.ts';
import { Problem } from '../journal/problem.ts';
import type { Projection } from './projection.ts';

/** `shown` is what the screens say; `chosen` differs from null while it waits, here alone, for the next start. */
export const ModeState = z.object({
  shown: z.nullable(tradingMode),
  reported: z.nullable(tradingMode),
  chosen: z.nullable(tradingMode),
  changing: z.boolean(),
  problem: z.nullable(Problem),
});
export type ModeState = z.infer<typeof ModeState>;

const initial: ModeState = { shown: null, reported: null, chosen: null, changing: false, problem: null };

/** Paper or live. What the status says is shown, unless another mode was chosen here for the next start. */
export const mode: Projection<ModeState> = {
  initial,
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'ResourceLoaded':
        return message.resource === 'status' ? report(state, message.value.mode) : state;
      case 'BotStatusReported':
        return report(state, message.status.mode);
      case 'ModeChosen':
        return { ...state, chosen: message.mode, shown: message.mode, problem: null };
      case 'ModeChangeBegan':
        return { ...state, changing: true, problem: null };
      case 'ModeChanged':
        return { ...initial, reported: message.mode, shown: message.mode };
      case 'ModeChangeFailed':
        return { ...state, changing: false, problem: message.problem };
      case 'BotActionDone':
        return message.action === 'start' || message.action === 'restart' ? { ...state, chosen: null } : state;
      default:
        return state;
    }
  },
};

const report = (state: ModeState, said: string | null): ModeState => {
  const reported = tradingMode.options.find((known) => known === said) ?? null;
  if (reported === null || (reported === state.reported && reported === state.shown)) return state;
  const chosen = reported === state.reported ? state.chosen : null;
  return { ...state, reported, chosen, shown: chosen ?? reported };
};
