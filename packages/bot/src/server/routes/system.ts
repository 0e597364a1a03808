import { StoreFault } from '../../journal/event-store.ts';
import { CannotStart } from '../../model/cannot-start.ts';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { Refusal } from '../problem.ts';

export function systemRoutes({ backUp, diagnose }: Backend): Pick<Handlers, 'system.backup' | 'system.doctor'> {
  return {
    'system.doctor': async () => {
      try {
        return (await diagnose()) ?? new Refusal(409, 'conflict', 'The bot is being checked.');
      } catch (error) {
        if (error instanceof StoreFault) return new Refusal(503, 'unavailable', error.message);
        throw error;
      }
    },
    'system.backup': async ({ body }) => {
      try {
        return (await backUp(body?.keys ?? true)) ?? new Refusal(409, 'conflict', 'A backup is being made.');
      } catch (error) {
        if (error instanceof CannotStart) return new Refusal(409, 'conflict', error.message);
        if (error instanceof StoreFault) return new Refusal(503, 'unavailable', error.message);
        throw error;
      }
    },
  };
}
