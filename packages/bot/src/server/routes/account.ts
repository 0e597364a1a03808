import type { DifferenceRecord } from '@triquad/core/contract';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { refusedCommand } from '../refused-command.ts';

type AccountRoutes = 'accounts.differences' | 'accounts.differences.accept';

export function accountRoutes({ engine }: Backend): Pick<Handlers, AccountRoutes> {
  const differences = (): DifferenceRecord[] => [...engine.differences()];
  return {
    'accounts.differences': () => ({ data: differences() }),
    'accounts.differences.accept': async ({ parameters: { id }, body: { reason }, principal }) => {
      const { name = 'unknown', role = 'admin' } = principal ?? {};
      const result = await engine.command({ type: 'AcceptDifference', id, reason, actor: { name, role } });
      return result.ok ? { message: result.value.message, differences: differences() } : refusedCommand(result);
    },
  };
}
