import type { Code } from '@triquad/core';
import { codeSamples } from '@triquad/core/testing';
import { expect, test } from 'vitest';
import { texts } from './en.ts';

test('every code has a text in one line that shows its values', () => {
  for (const code of Object.keys(codeSamples) as Code[]) {
    const text = texts.code({ code, params: codeSamples[code], detail: 'the bot’s words' });
    expect(text, code).toMatch(/^\S.*\S$/);
    expect(text, code).not.toMatch(/undefined|null|NaN|\[object/);
    expect(text, code).not.toBe(code);
  }
});
