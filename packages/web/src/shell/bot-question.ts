import type { Command } from '@triquad/core';
import type { Messages } from '../messages/en.ts';

/** Questions before a command of the bot is sent. */
export type BotQuestion = 'start' | 'stop' | 'restart' | 'kill' | 'reset';

type Wording = {
  title: string;
  body: string;
  confirm: string;
  intent: 'success' | 'warning' | 'danger';
  command: Command;
};

/** The question's texts, and the command that its answer sends. */
export const botQuestion = ({ bot, kill }: Messages, question: BotQuestion): Wording => {
  switch (question) {
    case 'start':
      return {
        title: bot.startTitle,
        body: bot.startBody,
        confirm: bot.start,
        intent: 'success',
        command: { type: 'StartBot' },
      };
    case 'stop':
      return {
        title: bot.stopTitle,
        body: bot.stopBody,
        confirm: bot.stop,
        intent: 'danger',
        command: { type: 'StopBot', cancel_orders: true },
      };
    case 'restart':
      return {
        title: bot.restartTitle,
        body: bot.restartBody,
        confirm: bot.restart,
        intent: 'warning',
        command: { type: 'RestartBot' },
      };
    case 'kill':
      return {
        title: kill.title,
        body: kill.body,
        confirm: kill.confirm,
        intent: 'danger',
        command: { type: 'KillBot', reason: kill.reason },
      };
    case 'reset':
      return {
        title: kill.resetTitle,
        body: kill.resetBody,
        confirm: kill.reset,
        intent: 'warning',
        command: { type: 'ResetKill' },
      };
  }
};
