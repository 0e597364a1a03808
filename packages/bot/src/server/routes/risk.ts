import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { refusedCommand } from '../refused-command.ts';

type RiskRoutes = 'risk' | 'risk.breaker.reset' | 'risk.stranded.resolve';

export function riskRoutes({ engine }: Backend): Pick<Handlers, RiskRoutes> {
  return {
    risk: () => engine.risk(),
    'risk.breaker.reset': async ({ parameters: { name } }) => {
      const result = await engine.command({ type: 'ResetBreaker', name });
      return result.ok ? { message: result.value.message, risk: engine.risk() } : refusedCommand(result);
    },
    'risk.stranded.resolve': async ({ parameters: { exchange, asset }, body: { action }, key }) => {
      const result = await engine.command({ type: 'ResolveStranded', exchange, asset, action, key });
      return result.ok ? { message: result.value.message, risk: engine.risk() } : refusedCommand(result);
    },
  };
}
