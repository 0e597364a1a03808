import { type Attention, withMinus } from '@triquad/core';
import type { Messages } from '../messages/en.ts';
import { amount, money, percent } from '../messages/format.ts';
import { timeOfDay } from '../messages/moments.ts';
import { limitName, limitUse } from './limit-text.ts';
import { noticeText, noticeTitle } from './notice-title.ts';

export type AttentionText = { title: string; hint: string };

/** An item that needs attention, and its meaning, in the words of the catalogue. */
export const attentionText = (messages: Messages, item: Attention): AttentionText => {
  const { attention, risk } = messages;
  switch (item.code) {
    case 'kill_unconfirmed':
      return { title: attention.kill_unconfirmed, hint: attention.kill_unconfirmedHint(item.params.tries) };
    case 'halted':
      return { title: attention.halted, hint: item.params.reason };
    case 'connection_lost':
    case 'connection_stale': {
      const { confirmed_at } = item.params;
      const hint =
        confirmed_at === null ? attention.connectionHintNever : attention.connectionHint(timeOfDay(confirmed_at));
      return { title: attention[item.code], hint };
    }
    case 'bot_error':
      return { title: attention.bot_error, hint: attention.bot_errorHint };
    case 'reducing':
      return { title: attention.reducing, hint: item.params.reason ?? '' };
    case 'breaker': {
      const { name, reason, resumes } = item.params;
      const hint = `${reason === null ? '' : `${reason}. `}${risk.resumes[resumes]}`;
      return { title: attention.breaker(risk.breakerNames[name] ?? name), hint };
    }
    case 'residual': {
      const { exchange, asset, amount: quantity, value } = item.params;
      return {
        title: attention.residual(`${amount(quantity)} ${asset}`, exchange),
        hint: attention.residualHint(money(value)),
      };
    }
    case 'difference': {
      const { exchange, asset, amount: quantity, value, kind } = item.params;
      return {
        title: attention.difference(`${withMinus(quantity)} ${asset}`, exchange),
        hint: attention.differenceHint(money(value, { sign: true }), kind === 'unexplained'),
      };
    }
    case 'account':
      return { title: attention.account[item.params.state](item.params.exchange), hint: item.params.reason ?? '' };
    case 'limit':
      return {
        title: attention.limit(limitName(messages, item.params), percent(item.params.share * 100, { digits: 0 })),
        hint: attention.limitHint(limitUse(messages, item.params)),
      };
    case 'alerts_failing':
      return {
        title: noticeTitle(messages.bell, item.params),
        hint: noticeText(messages.texts, item.params) ?? '',
      };
  }
};
