import { defaultBreakers } from '../model/breaker-settings.ts';
import { defaultConfig } from '../model/config.ts';
import type { ConfigActivated } from '../model/config-event.ts';
import type { ActiveConfig } from '../model/state.ts';
import type { Journalled } from './journalled.ts';

/** Puts a configuration in force, in place. A setting that its fact does not know yet has its default. */
export const activateConfig = (state: Pick<Journalled, 'config'>, fact: ConfigActivated): void => {
  const { type: _, ...active } = fact;
  state.config = { ...active, config: completed(fact) };
};

const completed = ({ config }: ConfigActivated): ActiveConfig['config'] => ({
  ...defaultConfig,
  ...config,
  breakers: { ...defaultBreakers, ...config.breakers },
});
