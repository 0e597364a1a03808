import type { BotCondition } from '@triquad/core';
import type { Tone } from './output.ts';

export const conditionTones: Record<BotCondition, Tone> = {
  running: 'good',
  stopped: 'warn',
  starting: 'warn',
  stopping: 'warn',
  unknown: 'warn',
  halted: 'bad',
  error: 'bad',
};
