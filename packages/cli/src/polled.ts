import { runProcess } from './process.ts';
import { type Makers, perform, programOf } from './run-command.ts';

/** The commands that prompts, panels and scripts ask again and again; the launcher names them too. */
const makers: Makers = {
  status: async () => (await import('./commands/status.ts')).statusCommand,
  opportunities: async () => (await import('./commands/opportunities.ts')).opportunitiesCommand,
  orders: async () => (await import('./commands/orders.ts')).ordersCommand,
  balances: async () => (await import('./commands/balances.ts')).balancesCommand,
};

void runProcess(async ([name = '', ...rest], host) => {
  const make = makers[name];
  if (make === undefined) throw new Error(`${name} is none of the polled commands`);
  return perform([name, ...rest], host, programOf(host, [await make()]));
});
