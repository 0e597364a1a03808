import type { Clock } from './gateway/clock.ts';
import type { Tools } from './machines/tools.ts';
import type { FoldedState } from './projections/state.ts';

const tickMs = 1_000;

type Timekeeper = { start(): void; stop(): void; look(state: FoldedState): void };

/** Says each second that it has passed, and at the moment a toast expires that time has passed too. */
export const createTimekeeper = (clock: Clock, append: Tools['append']): Timekeeper => {
  const waiting = new Set<() => void>();
  let known: FoldedState['toasts'] = [];
  const after = (ms: number, task: () => void): void => {
    const cancel = clock.schedule(ms, () => {
      waiting.delete(cancel);
      task();
    });
    waiting.add(cancel);
  };
  const passed = (): void => append({ type: 'Ticked' });
  const tick = (): void => {
    after(tickMs, tick);
    passed();
  };
  return {
    start: () => after(tickMs, tick),
    stop: () => {
      for (const cancel of waiting) cancel();
      waiting.clear();
    },
    look: ({ toasts, now }) => {
      if (toasts === known) return;
      for (const { id, expires_at } of toasts) {
        if (expires_at === null || known.some((toast) => toast.id === id && toast.expires_at === expires_at)) continue;
        after(Math.max(0, expires_at - now), passed);
      }
      known = toasts;
    },
  };
};
