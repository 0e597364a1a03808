import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { notFound, Refusal } from '../problem.ts';
import { refusedCommand } from '../refused-command.ts';

type WalletRoutes =
  | 'wallets.balances'
  | 'wallets.exchange'
  | 'wallets.dust'
  | 'wallets.deposit'
  | 'wallets.refresh'
  | 'wallets.reset';

export function walletRoutes({ engine, books, symbols, publishBalances }: Backend): Pick<Handlers, WalletRoutes> {
  return {
    'wallets.balances': () => books.balances(),
    'wallets.exchange': ({ parameters: { exchange } }) =>
      books.balances().exchanges.find((one) => one.exchange === exchange) ?? notFound('exchange', exchange),
    'wallets.dust': () => ({ data: [...engine.dust()] }),
    'wallets.deposit': ({ parameters: { exchange } }) => {
      if (!symbols.has(exchange)) return notFound('exchange', exchange);
      if (engine.state().mode === 'paper') {
        return new Refusal(409, 'conflict', 'A paper account has no deposit address.');
      }
      return new Refusal(503, 'unavailable', `The exchange ${exchange} cannot be asked for an address.`);
    },
    'wallets.reset': async ({ body: { market }, principal, key }) => {
      const { name = 'unknown', role = 'operator' } = principal ?? {};
      const result = await engine.command({ type: 'ResetWallet', market, key, actor: { name, role } });
      return result.ok ? { message: result.value.message, risk: engine.risk() } : refusedCommand(result);
    },
    'wallets.refresh': () => {
      publishBalances();
      return { message: 'The balances are computed from the ledger and have been sent again.' };
    },
  };
}
