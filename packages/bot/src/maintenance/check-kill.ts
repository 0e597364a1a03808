import { lookIntoKillFile } from '../guards/kill-file.ts';
import { type Check, fail } from './check.ts';

/** Reads the kill file of a bot that does not run: its next start is halted where the file is thrown or damaged. */
export function checkKill(dataDir: string): readonly Check[] {
  const thrown = lookIntoKillFile(dataDir);
  if (thrown === null) return [];
  return [fail('kill switch', thrown.reason, 'the next start is halted; once the cause is known: triquad kill reset')];
}
