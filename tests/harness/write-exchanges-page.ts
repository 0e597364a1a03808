import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exchangesPage } from './exchanges-page.ts';
import { repository } from './recorded-data.ts';

writeFileSync(join(repository, 'docs', 'exchanges.md'), exchangesPage());
