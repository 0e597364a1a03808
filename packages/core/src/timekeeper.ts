import type { Clock } from './gateway/clock.ts';
import type { Tools } from './machines/tools.ts';
import type { FoldedState } from './projections/state.ts';

const tickMs = 1_000;

type Timekeeper = { start(): void; stop(): void; look(state: FoldedState): void };

/** Says each second that it has passed, and at the moment a toast expires that time has passed too. */
export const createTimekeeper = (clock: Clock, append: Tools['append']): Timekeeper => {
  let cancel = () => {};
  let known: FoldedState['toasts'] = [];
  const tick = (): void => {
    cancel = clock.schedule(tickMs, tick);
    append({ type: 'Ticked' });
  };
  return {
    start: () => {
      cancel = clock.schedule(tickMs, tick);
    },
    stop: () => cancel(),
    look: ({ toasts, now }) => {
      if (toasts === known) return;
      for (const { id, expires_at } of toasts) {
        if (expires_at === null || known.some((toast) => toast.id === id && toast.expires_at === expires_at)) continue;
        clock.schedule(Math.max(0, expires_at - now), () => append({ type: 'Ticked' }));
      }
      known = toasts;
    },
  };
};
