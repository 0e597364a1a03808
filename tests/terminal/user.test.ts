import { expect } from 'vitest';
import { temporaryFolder, triquad } from '../harness/bot.ts';
import { openTerminal, test } from './terminal.ts';

const PASSWORD = 'correct horse battery';

test('a password is asked for twice in a terminal, and never shown', async () => {
  const dataDir = temporaryFolder();
  using terminal = openTerminal(['user', 'add', 'ana', '--role', 'admin', '--data-dir', dataDir]);
  await terminal.until(/^Password:/m);
  terminal.press(PASSWORD, 'Enter');
  await terminal.until(/^Once more:/m);
  terminal.press(PASSWORD, 'Enter');
  const screen = await terminal.until(/ended with 0/);
  expect(screen.join('\n')).not.toContain('horse');
  const { stdout } = await triquad(['user', 'list', '--json', '--data-dir', dataDir]);
  expect(JSON.parse(stdout)).toMatchObject([{ name: 'ana', role: 'admin' }]);
});

test('Ctrl-C at the password prompt ends the command and restores the terminal', async () => {
  const dataDir = temporaryFolder();
  using terminal = openTerminal(['user', 'add', 'ana', '--data-dir', dataDir]);
  await terminal.until(/^Password:/m);
  terminal.press('hors', 'C-c');
  const screen = await terminal.until(/ended with 130/);
  expect(screen.join('\n')).not.toContain('hors');
});
