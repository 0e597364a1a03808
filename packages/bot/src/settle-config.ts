import { isDeepStrictEqual } from 'node:util';
import { BotConfigFields, usualBounds } from '@triquad/core/contract';
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
    if (saved !== null) {
      notifyOfBounds(engine);
      await activate(saved.id, fieldsOf(saved), 'upgrade');
    } else if (isNew) await activate(newId(), defaultFields, 'install');
    else if (given === null) tellOfLoss(engine);
  } else {
    const fields = configFields(inForce.name, inForce.config);
    if (saved?.id !== inForce.id || !isDeepStrictEqual(fieldsOf(saved), fields)) {
      configs.restore(inForce.id, fields);
      const lost = saved === null ? 'has none' : `has another (${saved.name})`;
      const said = `server.sqlite ${lost}; the configuration ${inForce.name} of the journal is in force.`;
      engine.log('WARNING', 'config', said, { version: inForce.version });
    }
    if (inForce.config.max_unwind_loss_pct === undefined) notifyOfBounds(engine);
    // This version of the program has other settings or defaults.
    if (!isDeepStrictEqual(engineConfig(fields), inForce.config)) await activate(inForce.id, fields, 'upgrade');
  }
  if (given !== null) {
    const current = configs.current();
    const fields = fieldsOf({ ...fieldsOf(current), ...given });
    if (isDeepStrictEqual(fields, fieldsOf(current)) && engine.state().config !== null) return;
    await activate(current.id, fields, { name: 'command line', role: 'admin' });
  }
}

const fieldsOf = (config: BotConfigFields): BotConfigFields => {
  const fields = z.parse(z.object(BotConfigFields.shape), config);
  return { ...fields, risk: { ...usualBounds, ...fields.risk } };
};

/** Says what an upgrade from a version without the bounds changes, unless an upgrade that was cut short has said it. */
function notifyOfBounds(engine: Engine): void {
  if (engine.state().notifications.some(({ code }) => code === 'bounds_added')) return;
  const { max_unwind_loss_pct: unwind_loss_pct, max_profit_pct: profit_pct } = usualBounds;
  engine.notify({
    notification_type: 'bot',
    level: 'warning',
    title: 'Two new bounds are in force',
    message:
      `A way back to the start currency may lose at most ${unwind_loss_pct} % of what was spent. Before, it sold at up to 2 % below the ` +
      'best price of the moment, whatever that lost. What no way takes is left as a residual position; the running bot looks for a way ' +
      `each minute and sells by itself, also what is left already. A cycle that promises more than ${profit_pct} % is executed only after ` +
      'its books were read again. Settings › Risk Management has both bounds.',
    source: 'config',
    code: 'bounds_added',
    params: { unwind_loss_pct, profit_pct },
  });
}

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
