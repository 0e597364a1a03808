import type { RouteName } from '@triquad/core/contract';
import { isMask, WHOLE_MASK } from '@triquad/core/rules';
import type { Backend } from './backend.ts';
import { changedFields, type Fields } from './changed-fields.ts';
import type { Call, Handlers } from './handler.ts';
import { Refusal } from './problem.ts';

/** What the audit log tells of a call beside who made it: what it was about, and what it changed. */
export interface Told {
  readonly target: string | null;
  readonly before: Fields | null;
  readonly after: Fields | null;
}

/** Reads what a call changes, before and after it. It never throws: what cannot be read is not told. */
export interface Audited {
  /** The record that the call is about; null where there is none. Secrets are masked. */
  subject(name: RouteName, call: Call<RouteName>): unknown;
  told(name: RouteName, call: Call<RouteName>, before: unknown, after: unknown, answer: unknown): Told;
}

/** They are never answered, so that a change of them would not show. */
const HIDDEN = ['api_secret', 'passphrase', 'smtp_password', 'password'];
/** Calls whose bodies are told, as they change no record but begin something. */
const BEGINNERS: ReadonlySet<RouteName> = new Set(['orders.place', 'orders.execute']);
/** The fields of an answer that say what came of it, and those that name what it is about. */
const RESULTS = ['status', 'filled_quantity', 'filled_price'];
const NAMES = ['execution_id', 'id'];

export function createAudited(
  handlers: Handlers,
  { engine, configs, users }: Pick<Backend, 'engine' | 'configs' | 'users'>,
): Audited {
  const roleOf = (name: unknown) => ({ role: users.get(String(name))?.role });
  const subjectOf = (name: RouteName, { principal, source, requestId, ...call }: Call<RouteName>): unknown => {
    const asked = { parameters: {}, query: undefined, body: undefined, principal, source, requestId };
    const parameters: Readonly<Record<string, string | undefined>> = call.parameters;
    const { halted, mode, parameters: running, breakers, residuals } = engine.state();
    switch (name) {
      case 'config.update':
      case 'config.delete':
        return configs.get(parameters.id ?? '');
      case 'config.activate':
        return { active: configs.current().id };
      case 'bot.start':
      case 'bot.restart':
      case 'bot.stop':
        return { bot_status: engine.state().lifecycle, mode, ...running };
      case 'bot.mode':
        return { mode };
      case 'bot.kill':
      case 'bot.kill.reset':
        return { halted: halted?.reason ?? null };
      case 'risk.breaker.reset':
        return {
          tripped: [...breakers].some(([breaker, one]) => breaker === parameters.name && one.tripped_at !== null),
        };
      case 'risk.stranded.resolve':
        return { amount: residuals.get(parameters.exchange ?? '')?.get(parameters.asset ?? '') ?? null };
      case 'wallets.reset':
        return { total_usd: engine.balances().total_usd };
      case 'exchanges.save':
      case 'exchanges.delete': {
        const list = handlers['exchanges.list'](asked);
        return 'exchanges' in list ? list.exchanges[parameters.name ?? ''] : null;
      }
      case 'users.update':
      case 'users.delete':
        return roleOf(parameters.name ?? '');
      case 'users.create':
        return roleOf(recordOf(call.body).name);
      case 'telegram.save':
        return handlers['telegram.get'](asked);
      case 'email.save':
        return handlers['email.get'](asked);
      default:
        return null;
    }
  };
  return {
    subject(name, call) {
      try {
        const subject = subjectOf(name, call);
        return subject instanceof Refusal || subject instanceof Promise ? null : subject;
      } catch {
        return null;
      }
    },
    told: (name, { body, parameters }, before, after, answer) => {
      const posted = recordOf(body);
      const made = answer instanceof Refusal ? {} : recordOf(answer);
      const asked = BEGINNERS.has(name) ? { ...posted, ...picked(made, RESULTS) } : hiddenIn(posted);
      const subject = answer instanceof Refusal ? {} : recordOf(after);
      const told = changedFields(before, answer instanceof Refusal ? before : { ...subject, ...asked });
      return { ...told, target: targetOf(parameters, posted, made) };
    },
  };
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> => ({ ...Object(value) });

const picked = (record: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => record[name] !== undefined).map((name) => [name, record[name]]));

/** Secrets that were entered, as masks. */
const hiddenIn = (posted: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    HIDDEN.filter((name) => typeof posted[name] === 'string' && posted[name] !== '' && !isMask(posted[name])).map(
      (name) => [name, WHOLE_MASK],
    ),
  );

/** What is named in the path, else what was made, else what was asked for. */
export function targetOf(
  parameters: Readonly<Record<string, unknown>>,
  posted: Readonly<Record<string, unknown>>,
  made: Readonly<Record<string, unknown>>,
): string | null {
  const inPath = Object.values(parameters);
  // What is sold and what is kept go by the same call.
  if (inPath.length > 0) return [...inPath, ...(typeof posted.action === 'string' ? [posted.action] : [])].join('/');
  const name = NAMES.map((field) => made[field]).find((value) => typeof value === 'string') ?? posted.name;
  if (typeof name === 'string') return name;
  const { opportunity_id, exchange, symbol } = posted;
  if (typeof opportunity_id === 'string') return opportunity_id;
  return typeof exchange === 'string' && typeof symbol === 'string' ? `${exchange} ${symbol}` : null;
}
