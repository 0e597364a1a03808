import type { Notification } from '@triquad/core/contract';
import type { Messages } from '../messages/en.ts';

/** A notification's title in the language of the page where its code has one, else in the bot's own words. */
export const noticeTitle = (
  { titles }: Messages['bell'],
  { code, title }: Pick<Notification, 'code' | 'title'>,
): string => Object.entries(titles).find(([name]) => name === code)?.[1] ?? title;
