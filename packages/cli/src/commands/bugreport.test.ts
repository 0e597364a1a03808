import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Bot, running, triquad } from '../run-against.ts';

const file = () => join(mkdtempSync(join(tmpdir(), 'triquad-report-test-')), 'report.json');
const leaky = {
  ...running,
  message: `token my-own-token of ${homedir()}/triquad, sent with Bearer abc.def`,
  api_secret: 'a-secret',
  actor: 'ana',
  nested: [{ bot_token: 'another-secret', amount: '12.5' }],
};
const bot: Bot = ({ path }) =>
  path.endsWith('/bot/status') ? { status: 200, body: leaky } : { status: 404, body: { detail: 'Not found' } };

test('a report has the state, and none of the secrets and names in it', async () => {
  const report = file();
  const { code, out } = await triquad(`bugreport ${report} --token my-own-token`, bot);
  const text = readFileSync(report, 'utf8');
  expect({ code, mode: statSync(report).mode & 0o777 }).toEqual({ code: 0, mode: 0o600 });
  expect(JSON.parse(text)).toMatchObject({
    format: 'triquad-report-1',
    program: { node: process.versions.node },
    status: { bot_status: 'running', nested: [{ amount: '12.5' }] },
    facts: { failed: 'the bot does not have it' },
  });
  for (const secret of ['my-own-token', 'a-secret', 'another-secret', 'ana"', 'abc.def', homedir()])
    expect(text).not.toContain(secret);
  expect(out).toMatch(/^report +\S+\nmissing +health, config/);
});

test('a bot that is away is a part of the report, not the end of it', async () => {
  const { code, out } = await triquad('bugreport -', () => new TypeError('away'));
  expect({ code, status: JSON.parse(out).status.failed }).toEqual({
    code: 0,
    status: expect.stringContaining('cannot be reached'),
  });
});

test('a file is not overwritten, and one that cannot be written is one line', async () => {
  const report = file();
  writeFileSync(report, 'mine');
  expect(await triquad(`bugreport ${report}`, bot)).toMatchObject({ code: 2, calls: [] });
  expect(readFileSync(report, 'utf8')).toBe('mine');
  expect(await triquad(`bugreport ${join(report, 'below')}`, bot)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^triquad: \S+ cannot be written: ENOTDIR\n$/),
  });
  expect((await triquad(`bugreport ${'x'.repeat(10_240)}`, bot)).code).toBe(1);
});
