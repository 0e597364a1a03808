import { assign, fromPromise, setup } from 'xstate';
import type { ExecutionResult, Preview } from '../contract/index.ts';
import type { Result } from '../gateway/api.ts';
import type { Command, StampedCommand } from '../journal/command.ts';
import type { Message } from '../journal/journal.ts';
import { calls } from '../rules/limits.ts';
import { change, refuse, type Tools } from './tools.ts';

type Ask = Extract<Command, { type: 'PreviewOpportunity' }>;
type Wish = Extract<StampedCommand, { type: 'ExecuteOpportunity' }>;
type Context = {
  readonly tools: Tools;
  /** Only a bot with extensions is known to honour the key; another might execute twice. */
  readonly retries: number;
  readonly ask: Ask | null;
  readonly wish: Wish | null;
};

const preview = ({ tools, ask }: Context): Promise<Result<Preview>> =>
  tools.api.call('orders.preview', {
    body: { opportunity_id: ask?.opportunity_id ?? '', amount: ask?.amount ?? 0 },
  });

const execute = ({ tools, wish, retries }: Context): Promise<Result<ExecutionResult>> => {
  const { opportunity_id = '', amount, dry_run = true, key = '' } = wish ?? {};
  const body = { opportunity_id, dry_run, ...(amount === undefined ? {} : { amount }) };
  return change(tools.clock, () => tools.api.call('orders.execute', { body }, { key }), retries);
};

const reportPreview = ({ tools, ask }: Context, result: Result<Preview>): void => {
  const opportunity_id = ask?.opportunity_id ?? '';
  tools.append(
    result.ok
      ? { type: 'PreviewLoaded', opportunity_id, preview: result.value }
      : { type: 'PreviewFailed', opportunity_id, problem: result.problem },
  );
};

const reportExecution = ({ tools, wish }: Context, result: Result<ExecutionResult>): void => {
  const opportunity_id = wish?.opportunity_id ?? '';
  tools.append(
    result.ok
      ? { type: 'ExecutionAnswered', opportunity_id, result: result.value }
      : { type: 'ExecutionFailed', opportunity_id, problem: result.problem },
  );
};

const busy = refuse('An opportunity is already being executed');

/** Previews, then executes one opportunity. */
export const ticketMachine = setup({
  types: {} as { context: Context; events: Message; input: Tools },
  actions: {
    wish: assign(({ event }) => (event.type === 'ExecuteOpportunity' ? { wish: event } : {})),
  },
  actors: {
    preview: fromPromise<Result<Preview>, Context>(({ input }) => preview(input)),
    execute: fromPromise<Result<ExecutionResult>, Context>(({ input }) => execute(input)),
  },
}).createMachine({
  id: 'ticket',
  context: ({ input }) => ({ tools: input, retries: 0, ask: null, wish: null }),
  on: {
    HealthLoaded: {
      actions: assign({
        retries: ({ event }) => (event.health.capabilities.length > 0 ? calls.change_retries : 0),
      }),
    },
  },
  initial: 'open',
  states: {
    open: {
      on: {
        PreviewOpportunity: { target: 'previewing', actions: assign({ ask: ({ event }) => event }) },
        ExecuteOpportunity: { target: 'executing', actions: 'wish' },
      },
    },
    previewing: {
      entry: ({ context: { tools, ask } }) =>
        tools.append({ type: 'PreviewBegan', opportunity_id: ask?.opportunity_id ?? '', amount: ask?.amount ?? 0 }),
      invoke: {
        src: 'preview',
        input: ({ context }) => context,
        onDone: { target: 'open', actions: ({ context, event }) => reportPreview(context, event.output) },
      },
      on: {
        PreviewOpportunity: { target: 'previewing', reenter: true, actions: assign({ ask: ({ event }) => event }) },
        ExecuteOpportunity: { target: 'executing', actions: 'wish' },
        CloseTicket: 'open',
      },
    },
    executing: {
      entry: ({ context: { tools, wish } }) =>
        tools.append({
          type: 'ExecutionBegan',
          opportunity_id: wish?.opportunity_id ?? '',
          amount: wish?.amount ?? null,
          dry_run: wish?.dry_run ?? true,
        }),
      invoke: {
        src: 'execute',
        input: ({ context }) => context,
        onDone: {
          target: 'open',
          actions: ({ context, event }) => reportExecution(context, event.output),
        },
      },
      on: { PreviewOpportunity: busy, ExecuteOpportunity: busy },
    },
  },
});
