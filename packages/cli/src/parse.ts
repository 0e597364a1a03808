import { momentFaults, readMoment } from '@triquad/core/time';
import { InvalidArgumentError } from 'commander';

/** An option's value as a number of at least `least`. */
export function atLeast(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || value < least) {
      throw new InvalidArgumentError(`It must be a number of at least ${least}.`);
    }
    return value;
  };
}

/** An option's value as a whole number in a range, both ends included. */
export function wholeBetween(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < least || value > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

/** An option's value as a number of days: `90d`. */
export function days(text: string): number {
  const value = Number(/^(\d{1,5})d$/.exec(text)?.[1] ?? 0);
  if (value === 0) throw new InvalidArgumentError('It must be a number of days like 90d.');
  return value;
}

/** An option's value as a list: `binance,kraken`. */
export function list(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.some((item) => item === '')) throw new InvalidArgumentError('It must be a list like "a,b,c".');
  return items;
}

/** An option's value as a moment, UTC where it names no zone; returns ISO 8601 with milliseconds. */
export function moment(text: string): string {
  const read = readMoment(text);
  if (!read.ok) throw new InvalidArgumentError(`It ${momentFaults[read.fault]}.`);
  return new Date(read.at).toISOString();
}

/** An option's value as an address. */
export function httpAddress(text: string): string {
  const protocol = URL.parse(text)?.protocol;
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new InvalidArgumentError('It must be an address like http://127.0.0.1:8787.');
  }
  return text;
}

/** An option's value as the address of a socket. */
export function socketAddress(text: string): string {
  const protocol = URL.parse(text)?.protocol;
  if (protocol !== 'ws:' && protocol !== 'wss:') {
    throw new InvalidArgumentError('It must be an address like ws://127.0.0.1:8787/ws.');
  }
  return text;
}

/** An option's value as one of some words, in whatever case it is typed. */
export function oneOf<Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((each) => each.toLowerCase() === text.toLowerCase());
    if (word === undefined) throw new InvalidArgumentError(`It must be one of ${words.join(', ')}.`);
    return word;
  };
}
