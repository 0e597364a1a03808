import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './recorded-data.ts';
import { terminalScreens } from './terminal-screens.ts';

const folder = join(repository, 'docs', 'screens', 'terminal');
const screens = await terminalScreens();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const { file, lines } of screens) writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
console.log(`${screens.length} screens written to docs/screens/terminal`);
