import type { Command } from '@triquad/core';
import type { Messages } from '../messages/en.ts';
import type { Question } from './confirm.ts';
import { RunsWith } from './runs-with.tsx';

/** The question before a command for the bot; of another command the general one, where its screen gives none. */
export const questionOf = ({ bot, kill, dialog }: Messages, [first]: readonly Command[]): Question => {
  switch (first?.type) {
    case 'StartBot':
      return { title: bot.startTitle, body: bot.startBody, confirm: bot.start, intent: 'success' };
    case 'StopBot':
      return { title: bot.stopTitle, body: bot.stopBody, confirm: bot.stop, intent: 'danger', safety: false };
    case 'RestartBot':
      return {
        title: bot.restartTitle,
        body: bot.restartBody,
        details: <RunsWith className="" />,
        confirm: bot.restart,
        intent: 'warning',
        safety: false,
      };
    case 'KillBot':
      return { title: kill.title, body: kill.body, confirm: kill.confirm, intent: 'danger', safety: false };
    case 'ResetKill':
      return { title: kill.resetTitle, body: kill.resetBody, confirm: kill.reset, intent: 'warning', safety: false };
    default:
      return { title: dialog.sure, body: '', confirm: dialog.confirm, intent: 'warning' };
  }
};
