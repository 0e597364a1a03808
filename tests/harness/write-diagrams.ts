import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machines } from '../../packages/core/src/machines/table.ts';
import { machineDiagrams } from '../../packages/core/src/testing/diagram.ts';
import { repository } from './recorded-data.ts';

writeFileSync(join(repository, 'docs', 'machines.md'), machineDiagrams(machines));
