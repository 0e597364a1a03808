import { setTimeout } from 'node:timers/promises';
import type { Engine } from './engine/engine.ts';

const RECOVERY_LOOK_MS = 100;

/** Starts the bot once what was under way is resolved, unless it runs already. */
export async function autostart(engine: Engine, closed: AbortSignal): Promise<void> {
  while (engine.state().lifecycle === 'starting') {
    await setTimeout(RECOVERY_LOOK_MS, undefined, { ref: false });
    if (closed.aborted) return;
  }
  if (engine.state().lifecycle !== 'stopped') return;
  const result = await engine.command({ type: 'StartBot', parameters: {} });
  if (!result.ok) engine.log('WARNING', 'bot', `Not started: ${result.detail}`);
}
