import type { Breakers } from '../guards/breakers.ts';
import type { Core } from '../kernel/core.ts';
import { unknownTier } from '../market/fee-tiers.ts';
import {
  type ActivateConfig,
  type Answers,
  type Command,
  type CommandResult,
  notWritten,
  refuse,
} from '../model/command.ts';
import type { Fact } from '../model/event.ts';
import type { Accounts } from '../orders/accounts.ts';
import type { Flattener } from '../orders/flatten.ts';
import type { ManualOrders } from '../orders/manual-orders.ts';
import type { Residuals } from '../orders/residuals.ts';
import { resetWallet } from '../orders/wallet-reset.ts';
import type { LifecycleCommands } from './lifecycle.ts';
import type { Operator } from './operator.ts';

type Parts = {
  readonly core: Pick<Core, 'clock' | 'recorder'> & Parameters<typeof resetWallet>[0];
  readonly lifecycle: LifecycleCommands;
  readonly breakers: Breakers;
  readonly residuals: Residuals;
  readonly flatten: Flattener;
  readonly accounts: Accounts;
  readonly operator: Operator;
  readonly orders: ManualOrders;
};

/** A preview changes nothing, and a kill waits for the disk no longer than it may. */
const answersAtOnce: ReadonlySet<Command['type']> = new Set(['Kill', 'PreviewOpportunity']);
const notOnDisk = 'the journal cannot be written: whether this took effect is known after a restart of the bot';

/** Carries out a command; answers it once what it did is on the disk. */
export const commandsOf = (parts: Parts) => {
  const { recorder } = parts.core;
  return async <C extends Command>(command: C): Promise<CommandResult<Answers[C['type']]>> => {
    const result = (await carriedOut(parts, command)) as CommandResult<Answers[C['type']]>;
    if (answersAtOnce.has(command.type) || (await recorder.kept()) || !result.ok) return result;
    return refuse('unavailable', notOnDisk);
  };
};

const carriedOut = (
  { core, lifecycle, breakers, residuals, flatten, accounts, operator, orders }: Parts,
  command: Command,
): Promise<CommandResult<unknown>> | CommandResult<unknown> => {
  switch (command.type) {
    case 'StartBot':
      return lifecycle.start(command.parameters);
    case 'StopBot':
      return lifecycle.stop(command.cancel_orders);
    case 'RestartBot':
      return lifecycle.restart(command.parameters);
    case 'ChangeMode':
      return lifecycle.changeMode(command.mode);
    case 'Kill':
      return lifecycle.kill(command.reason);
    case 'ResetKill':
      return lifecycle.reset();
    case 'ResetBreaker':
      return breakers.reset(command);
    case 'ResolveStranded':
      return residuals.resolve(command);
    case 'Flatten':
      return flatten(command);
    case 'AcceptDifference':
      return accounts.accept(command);
    case 'ResetWallet':
      return resetWallet(core, command);
    case 'ExecuteOpportunity':
      return operator.execute(command);
    case 'PreviewOpportunity':
      return operator.preview(command);
    case 'PlaceOrder':
      return orders.place(command);
    case 'CancelOrder':
      return orders.cancel(command);
    case 'ActivateConfig':
      return activate(core, command);
    case 'MarkNotificationsRead':
      return markRead(core, command.ids);
  }
};

/** Puts a configuration in force; answers its version. */
const activate = (
  { recorder: { state, record }, clock }: Pick<Core, 'clock' | 'recorder'>,
  { id, name, config, actor }: ActivateConfig,
): CommandResult<Answers['ActivateConfig']> => {
  const unknown = unknownTier(config.fees);
  if (unknown !== null) return refuse('rejected', unknown);
  const version = (state.config?.version ?? 0) + 1;
  const fact: Fact = { type: 'ConfigActivated', version, id, name, config, actor, at: clock.now() };
  if (record([fact])) return { ok: true, value: { version } };
  return notWritten;
};

/** Marks notifications as read; answers how many were not. */
const markRead = (
  { recorder: { state, record }, clock }: Pick<Core, 'clock' | 'recorder'>,
  ids: readonly string[] | 'all',
): CommandResult<Answers['MarkNotificationsRead']> => {
  const updated = state.notifications.filter(({ id, read }) => !read && (ids === 'all' || ids.includes(id))).length;
  if (updated > 0 && !record([{ type: 'NotificationsRead', ids, at: clock.now() }])) return notWritten;
  return { ok: true, value: { updated } };
};
