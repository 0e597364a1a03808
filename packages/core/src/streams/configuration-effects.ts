import type { BodyOf } from '../contract/index.ts';
import { mapResult } from '../gateway/api.ts';
import type { Rows } from './lanes.ts';
import { type Form, ofForm } from './setting-effects.ts';

const configuration = ({ id }: { readonly id: string }): Form => ({ setting: 'configuration', name: id });
const created = ({ config }: { readonly config: Readonly<Record<string, unknown>> }): Form =>
  configuration({ id: String(config.name) });

/** The configurations beside the active one. */
export const configurationEffects: Rows = {
  CreateConfig: ofForm<'CreateConfig'>('create', created, (command, { api }) => {
    const body = command.config as BodyOf<'config.create'>;
    return mapResult(api.call('config.create', { body }, { key: command.key }), () => ({
      type: 'SettingChanged',
      ...created(command),
      action: 'create',
    }));
  }),
  ActivateConfig: ofForm<'ActivateConfig'>('activate', configuration, ({ id, key }, { api }) =>
    mapResult(api.call('config.activate', { path: { id } }, { key }), (config) => ({
      type: 'ConfigActivated',
      id,
      config,
    })),
  ),
  DeleteConfig: ofForm<'DeleteConfig'>('delete', configuration, ({ id, key }, { api }) =>
    mapResult(api.call('config.delete', { path: { id } }, { key }), () => ({
      type: 'SettingChanged',
      ...configuration({ id }),
      action: 'delete',
    })),
  ),
};
