import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasDiskShim } from '../faults/disk-shim.ts';
import { hasTmux } from '../terminal/tmux.ts';
import { findChromium } from './chromium.ts';
import { repository } from './recorded-data.ts';

/** What tests need beyond the packages, and the tests that are not run without it. */
const needs: readonly (readonly [string, boolean])[] = [
  ['a browser: tests/e2e', (await findChromium()) !== null],
  ['tmux: tests/terminal', hasTmux],
  ['cc: disk and clock faults', hasDiskShim()],
  ['../shared/data: recorded markets', existsSync(join(repository, '..', 'shared', 'data'))],
];

for (const [line, isThere] of needs) if (!isThere) console.log(line);
