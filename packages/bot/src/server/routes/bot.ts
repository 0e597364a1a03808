import type { StartParameters as StartBody } from '@triquad/core/contract';
import type { StartParameters } from '../../model/command.ts';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { notValid, Refusal } from '../problem.ts';
import { refusedCommand } from '../refused-command.ts';

type BotRoutes =
  | 'bot.start'
  | 'bot.stop'
  | 'bot.restart'
  | 'bot.status'
  | 'bot.mode'
  | 'bot.kill'
  | 'bot.kill.reset'
  | 'bot.flatten';

export function botRoutes({ engine, symbols, status }: Backend): Pick<Handlers, BotRoutes> {
  // What the configuration in force says holds where the call says nothing.
  const startParameters = (body: StartBody | undefined): StartParameters => ({
    ...engine.state().config?.config.parameters,
    ...given(body),
  });
  return {
    'bot.status': () => status(),
    'bot.start': async ({ body }) => {
      const parameters = startParameters(body);
      const refusal = refusedMode(body, engine.state().mode) ?? refusedPairs(parameters, symbols);
      if (refusal !== null) return refusal;
      const result = await engine.command({ type: 'StartBot', parameters });
      return result.ok ? { message: result.value.message, status: status() } : refusedCommand(result);
    },
    'bot.restart': async ({ body }) => {
      const parameters = startParameters(body);
      const refusal = refusedMode(body, engine.state().mode) ?? refusedPairs(parameters, symbols);
      if (refusal !== null) return refusal;
      const result = await engine.command({ type: 'RestartBot', parameters });
      return result.ok ? { message: result.value.message, status: status() } : refusedCommand(result);
    },
    'bot.stop': async ({ body }) => {
      const result = await engine.command({ type: 'StopBot', cancel_orders: body?.cancel_orders ?? true });
      return result.ok ? { ...result.value, status: status() } : refusedCommand(result);
    },
    'bot.mode': async ({ body }) => {
      if (body.mode === 'live' && body.confirm !== 'LIVE') return notValid('confirm', 'must be the word LIVE');
      const result = await engine.command({ type: 'ChangeMode', mode: body.mode });
      return result.ok ? { message: result.value.message, status: status() } : refusedCommand(result);
    },
    'bot.kill': async ({ body }) => {
      const result = await engine.command({ type: 'Kill', reason: body?.reason ?? 'kill switch' });
      return result.ok ? { ...result.value, status: status() } : refusedCommand(result);
    },
    'bot.flatten': async ({ body: { preview }, principal, key }) => {
      const result = await engine.command({ type: 'Flatten', preview, caller: principal?.name ?? '', key });
      return result.ok ? result.value : refusedCommand(result);
    },
    'bot.kill.reset': async () => {
      const result = await engine.command({ type: 'ResetKill' });
      return result.ok ? { message: result.value.message, status: status() } : refusedCommand(result);
    },
  };
}

/** Live money is chosen by its own call, which asks for an admin and a typed word; a start cannot slip it in. */
/** A start names the mode that its sender saw. It is refused in any other, so that a client that shows paper cannot start live money. */
function refusedMode(body: StartBody | undefined, mode: 'paper' | 'live'): Refusal | null {
  if (body?.mode === undefined || body.mode === mode) return null;
  return new Refusal(409, 'conflict', `The mode is ${mode}; change it to ${body.mode} first: POST /bot/mode.`);
}

/** A bot that has nothing to scan looks as if it found nothing. */
function refusedPairs(
  { trading_pairs = [], enabled_exchanges = [] }: StartParameters,
  symbols: Backend['symbols'],
): Refusal | null {
  const exchanges = enabled_exchanges.filter((exchange) => symbols.has(exchange));
  if (trading_pairs.length === 0 || exchanges.length === 0) return null;
  const listed = new Set(exchanges.flatMap((exchange) => symbols.get(exchange) ?? []));
  if (trading_pairs.some((pair) => listed.has(pair))) return null;
  return notValid('trading_pairs', `none of them is traded on ${exchanges.join(', ')}`);
}

function given(body: StartBody | undefined): StartParameters {
  return Object.fromEntries(Object.entries(body ?? {}).filter(([, value]) => value !== undefined));
}
