import { botConditionOf, dollars, duration, marketKind, none } from '@triquad/core';
import type { BotStatus } from '@triquad/core/contract';
import { openBot } from './bot.ts';
import type { Task } from './commands/client-command.ts';
import { conditionTones } from './condition-tones.ts';
import { resolveConnection } from './connection.ts';
import { localName, readContexts } from './contexts.ts';
import { dataDirectory, servedFrom } from './data-directory.ts';
import { CommandFailure, exitCode, exitNameOf } from './exit-code.ts';
import type { Column } from './output.ts';

/** Status of one bot, or the reason for its absence. */
interface Row {
  readonly context: string;
  readonly current: boolean;
  readonly url: string | null;
  readonly user: string | null;
  readonly role: string | null;
  readonly status: BotStatus | null;
  readonly error: { readonly exit_code: number; readonly kind: string; readonly message: string } | null;
}

const columns: readonly Column<Row>[] = [
  { title: '', value: ({ current }) => (current ? '*' : '') },
  { title: 'CONTEXT', value: ({ context }) => context },
  {
    title: 'STATE',
    value: ({ status }) => (status === null ? 'UNKNOWN' : botConditionOf(status).toUpperCase()),
    tone: ({ status }) => (status === null ? 'bad' : conditionTones[botConditionOf(status)]),
  },
  { title: 'MODE', value: ({ status }) => (status?.mode ?? none).toUpperCase() },
  { title: 'MARKET', optional: true, value: ({ status }) => (status && marketKind(status)) ?? none },
  {
    title: 'UPTIME',
    optional: true,
    value: ({ status }) => (status?.is_running ? status.uptime : null),
    shown: ({ status }) => duration(status?.is_running ? status.uptime : null),
  },
  {
    title: 'PER ROUTE',
    optional: true,
    value: ({ status }) => status?.max_capital_per_route,
    shown: ({ status }) => dollars(status?.max_capital_per_route),
    align: 'right',
  },
  { title: 'URL', value: ({ url }) => url ?? none },
  { title: 'SAYS', value: ({ status, error }) => error?.message ?? status?.halted?.reason ?? '', wraps: true },
];

/** Asks all of them at once. @throws CommandFailure without a line of its own when one gave no status: its row says why. */
export async function statusOfAll({ host, print, options }: Task<object>): Promise<void> {
  const { current, contexts } = readContexts();
  const served = servedFrom(dataDirectory());
  const isServed = served.url !== undefined;
  const names = [...(isServed || Object.keys(contexts).length === 0 ? [localName] : []), ...Object.keys(contexts)];
  const rows = await Promise.all(
    names.map(async (context): Promise<Row> => {
      const { timeout } = options;
      const { user = null, role = null, url = null } = contexts[context] ?? {};
      const row = { context, current: context === (current ?? localName), url: url ?? served.url ?? null, user, role };
      try {
        const connection = resolveConnection({ context, ...(timeout !== undefined && { timeout }) }, host.env);
        return { ...row, status: await openBot(host, connection, 'status').call('bot.status', {}), error: null };
      } catch (error) {
        if (!(error instanceof CommandFailure)) throw error;
        const { exitCode: exit_code, message } = error;
        return { ...row, status: null, error: { exit_code, kind: exitNameOf(exit_code), message } };
      }
    }),
  );
  print.rows(rows, columns, rows);
  const [failed] = rows.flatMap(({ error }) => (error === null ? [] : [error]));
  if (failed)
    throw new CommandFailure(
      '',
      failed.exit_code === exitCode.unauthorized ? exitCode.unauthorized : exitCode.unreachable,
    );
}
