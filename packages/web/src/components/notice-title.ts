import { provenanceCells } from '@triquad/core';
import type { Notification } from '@triquad/core/contract';
import type { Messages } from '../messages/en.ts';

/** A notification's title in the language of the page where its code has one, else in the bot's own words. */
export const noticeTitle = (
  { titles }: Messages['bell'],
  { code, title }: Pick<Notification, 'code' | 'title'>,
): string => Object.entries(titles).find(([name]) => name === code)?.[1] ?? title;

type Worded = Pick<Notification, 'code' | 'params' | 'message'> & Partial<Pick<Notification, 'provenance'>>;

/** A notification's text, in the language of the page where its code has one; the words of its own state the source of its figures. */
export const noticeText = (
  { said }: Messages['texts'],
  { code, params, message, provenance = null }: Worded,
): string | null =>
  said({
    code,
    params: params && { ...params, ...provenanceCells(provenance) },
    detail: message,
  });
