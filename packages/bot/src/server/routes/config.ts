import { type BotConfigFields, type BotConfigRecord, BotConfigFields as fieldsSchema } from '@triquad/core/contract';
import * as z from 'zod/mini';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { pageOf } from '../page.ts';
import { notFound, notValid, Refusal } from '../problem.ts';

type ConfigRoutes =
  | 'config.current'
  | 'config.all'
  | 'config.get'
  | 'config.create'
  | 'config.update'
  | 'config.delete'
  | 'config.activate';

/** Each list of them reads them all. */
const MOST = 500;

export function configRoutes({ configs, applyConfig }: Backend): Pick<Handlers, ConfigRoutes> {
  const withConfig = <T>(id: string, answer: (config: BotConfigRecord) => T): T | Refusal => {
    const config = configs.get(id);
    return config === null ? notFound('configuration', id) : answer(config);
  };
  return {
    'config.current': () => configs.active(),
    'config.all': ({ query }) => pageOf(configs.all(), query),
    'config.get': ({ parameters: { id } }) => withConfig(id, (config) => config),
    'config.create': ({ body }) => {
      const refusal = refusedMode(body.mode);
      if (refusal !== null) return refusal;
      if (configs.count() >= MOST) return new Refusal(409, 'conflict', `There are ${MOST} already: delete one first.`);
      return configs.create(body);
    },
    'config.update': ({ parameters: { id }, body: { version, ...changes } }) =>
      withConfig(id, (config) => {
        const refusal = refusedMode(changes.mode);
        if (refusal !== null) return refusal;
        const updated = configs.update(id, version, fieldsOf(config, changes));
        if (updated === null) {
          return new Refusal(409, 'stale_version', `The configuration is at version ${config.version}; read it again.`);
        }
        if (updated.is_active) applyConfig(updated);
        return updated;
      }),
    'config.delete': ({ parameters: { id } }) =>
      withConfig(id, (config) => {
        if (config.is_active) return new Refusal(409, 'conflict', 'The active configuration cannot be deleted.');
        configs.remove(id);
        return undefined;
      }),
    'config.activate': ({ parameters: { id } }) =>
      withConfig(id, (config) => {
        configs.activate(id);
        applyConfig(config);
        return { ...config, is_active: true };
      }),
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
