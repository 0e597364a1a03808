import { writeFileSync } from 'node:fs';
import { judge } from '../faults/judge.ts';
import { temporaryFolder } from './bot.ts';
import { oldSumsFile, rowsOf, type Sums, unpackOldData } from './old-data.ts';

/** Sums the old data directory of the fixtures, by tables and by the judge, which shares no code with the product. */
const dataDir = unpackOldData(temporaryFolder());
const { faults, facts, holdings, executions, open } = judge(dataDir);
if (faults.length > 0) throw new Error(faults.join('\n'));
const [last] = rowsOf(dataDir, 'journal.sqlite', 'SELECT hash FROM journal ORDER BY seq DESC LIMIT 1');
const sums: Sums = {
  facts,
  head: String(last?.hash),
  holdings: Object.fromEntries(holdings),
  executions: Object.fromEntries(executions),
  open_orders: open,
  users: rowsOf(dataDir, 'access.sqlite', 'SELECT name, role FROM user ORDER BY name') as Sums['users'],
  configs: rowsOf(dataDir, 'server.sqlite', 'SELECT id, fields, is_active, version FROM config ORDER BY id').map(
    ({ fields, is_active, ...row }) => ({ ...row, ...JSON.parse(String(fields)), is_active: is_active === 1 }),
  ),
  audit: rowsOf(dataDir, 'access.sqlite', 'SELECT seq, actor, action, outcome FROM audit ORDER BY seq'),
};
writeFileSync(oldSumsFile, `${JSON.stringify(sums, null, 2)}\n`);
