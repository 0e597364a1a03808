import { type BotConfigFields, type BotConfigRecord, BotConfigFields as fieldsSchema } from '@triquad/core/contract';
import * as z from 'zod/mini';
import type { Principal } from '../access.ts';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { pageOf } from '../page.ts';
import { notFound, notValid, Refusal } from '../problem.ts';
import { refusedCommand } from '../refused-command.ts';

type ConfigRoutes =
  | 'conditions.list'
  | 'config.current'
  | 'config.all'
  | 'config.get'
  | 'config.create'
  | 'config.update'
  | 'config.delete'
  | 'config.activate';

/** Each list of them reads them all. */
const MOST = 500;

export function configRoutes({ configs, applyConfig, engine }: Backend): Pick<Handlers, ConfigRoutes> {
  // Between the journal's answer and the file no other call may change the same configuration.
  const inTurn = createTurns();
  const withConfig = <T>(id: string, answer: (config: BotConfigRecord) => T): T | Refusal => {
    const config = configs.get(id);
    return config === null ? notFound('configuration', id) : answer(config);
  };
  /** Puts it in force, in the journal first; what is refused there has changed nothing. */
  const putInForce = async (id: string, fields: BotConfigFields, actor: Principal | null): Promise<Refusal | null> => {
    const { name = 'unknown', role = 'admin' } = actor ?? {};
    const applied = await applyConfig(id, fields, { name, role });
    if (!applied.ok) return refusedCommand(applied);
    configs.activate(id);
    return null;
  };
  return {
    'conditions.list': () => ({ data: [...engine.conditions()] }),
    'config.current': () => configs.current(),
    'config.all': ({ query }) => pageOf(configs.all(), query),
    'config.get': ({ parameters: { id } }) => withConfig(id, (config) => config),
    'config.create': ({ body }) => {
      const refusal = refusedMode(body.mode);
      if (refusal !== null) return refusal;
      if (configs.count() >= MOST) return new Refusal(409, 'conflict', `There are ${MOST} already: delete one first.`);
      return configs.create(body);
    },
    'config.update': ({ parameters: { id }, body: { version, ...changes }, principal }) =>
      inTurn(() =>
        withConfig(id, async (config) => {
          const refusal = refusedMode(changes.mode);
          if (refusal !== null) return refusal;
          const stale = new Refusal(
            409,
            'stale_version',
            `The configuration is at version ${config.version}; read it again.`,
          );
          if (config.version !== version) return stale;
          const fields = fieldsOf(config, changes);
          const refused = id === configs.current().id ? await putInForce(id, fields, principal) : null;
          return refused ?? configs.update(id, version, fields) ?? stale;
        }),
      ),
    'config.delete': ({ parameters: { id } }) =>
      inTurn(async () =>
        withConfig(id, (config) => {
          if (config.is_active) return new Refusal(409, 'conflict', 'The active configuration cannot be deleted.');
          configs.remove(id);
          return undefined;
        }),
      ),
    'config.activate': ({ parameters: { id }, principal }) =>
      inTurn(() =>
        withConfig(id, async (config) => {
          const refused = await putInForce(id, fieldsOf(config, {}), principal);
          return refused ?? { ...config, is_active: true };
        }),
      ),
  };
}

/** Runs one after the other, each once the one before has ended. */
function createTurns(): <T>(work: () => T | Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Live money is chosen by its own call, with a typed word; a configuration cannot carry it. */
function refusedMode(mode: BotConfigFields['mode'] | undefined): Refusal | null {
  return mode === 'live' ? notValid('mode', 'live is chosen by POST /bot/mode') : null;
}

function fieldsOf(config: BotConfigFields, changes: Readonly<Record<string, unknown>>): BotConfigFields {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return z.parse(z.object(fieldsSchema.shape), { ...config, ...Object.fromEntries(given) });
}
