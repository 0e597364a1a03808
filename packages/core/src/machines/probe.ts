import type { Health } from '../contract/index.ts';
import type { Result } from '../gateway/api.ts';
import type { Tools } from './tools.ts';

/** Asks the bot what it is, and says what came of it. */
export const probe = async ({ api, append }: Tools): Promise<Result<Health>> => {
  const result = await api.call('health', {});
  append(
    result.ok ? { type: 'HealthLoaded', health: result.value } : { type: 'HealthFailed', problem: result.problem },
  );
  return result;
};
