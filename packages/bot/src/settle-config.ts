import { isDeepStrictEqual } from 'node:util';
import { BotConfigFields } from '@triquad/core/contract';
import * as z from 'zod/mini';
import type { Engine } from './engine/engine.ts';
import { configFields, defaultFields, engineConfig } from './engine-config.ts';
import { CannotStart } from './model/cannot-start.ts';
import type { ConfigActor } from './model/config-event.ts';
import type { Configs } from './server/configs.ts';

/** Puts a configuration in force, in the journal. */
export const activator =
  (engine: Engine) =>
  (id: string, { name, ...fields }: BotConfigFields, actor: ConfigActor) =>
    engine.command({ type: 'ActivateConfig', id, name, config: engineConfig({ name, ...fields }), actor });

interface Settled {
  readonly engine: Engine;
  readonly configs: Configs;
  /** Whether the journal holds no fact yet. */
  readonly isNew: boolean;
  /** What the start was given by --config; null when nothing. */
  readonly given: Partial<BotConfigFields> | null;
  readonly newId: () => string;
}

/**
 * Before anything is traded, agrees about the configuration in force. The journal decides. Where it names none, a new data directory
 * gets the default, and one of a version that kept it in `server.sqlite` alone goes on with that; else the bot stays stopped.
 * @throws CannotStart when the journal cannot take it.
 */
export async function settleConfig({ engine, configs, isNew, given, newId }: Settled): Promise<void> {
  const activate = async (id: string, fields: BotConfigFields, actor: ConfigActor): Promise<void> => {
    const result = await activator(engine)(id, fields, actor);
    if (!result.ok) throw new CannotStart(`the configuration cannot be put in force: ${result.detail}`, 1);
    configs.restore(id, fields);
  };
  const saved = configs.active();
  const inForce = engine.state().config;
  if (inForce === null) {
    if (saved !== null) await activate(saved.id, fieldsOf(saved), 'upgrade');
    else if (isNew) await activate(newId(), defaultFields, 'install');
    else if (given === null) tellOfLoss(engine);
  } else {
    const fields = configFields(inForce.name, inForce.config);
    if (saved?.id !== inForce.id || !isDeepStrictEqual(fieldsOf(saved), fields)) {
      configs.restore(inForce.id, fields);
      const lost = saved === null ? 'has none' : `has another (${saved.name})`;
      const said = `server.sqlite ${lost}; the configuration ${inForce.name} of the journal is in force.`;
      engine.log('WARNING', 'config', said, { version: inForce.version });
    } else if (!isDeepStrictEqual(engineConfig(fields), inForce.config)) {
      // This version of the program has other defaults for what no form asks.
      await activate(inForce.id, fields, 'upgrade');
    }
  }
  if (given !== null) {
    const current = configs.current();
    const fields = z.parse(z.object(BotConfigFields.shape), { ...fieldsOf(current), ...given });
    if (isDeepStrictEqual(fields, fieldsOf(current)) && engine.state().config !== null) return;
    await activate(current.id, fields, { name: 'command line', role: 'admin' });
  }
}

const fieldsOf = (config: BotConfigFields): BotConfigFields => z.parse(z.object(BotConfigFields.shape), config);

function tellOfLoss(engine: Engine): void {
  const message =
    'The journal has facts but names no configuration, and server.sqlite has none that was active: the limits are lost. ' +
    'The bot stays stopped. Look at the limits, then save or activate a configuration.';
  engine.log('ERROR', 'config', message);
  engine.notify({
    notification_type: 'bot',
    level: 'error',
    title: 'No configuration in force',
    message,
    source: 'config',
    code: 'configuration_lost',
    params: {},
  });
}
