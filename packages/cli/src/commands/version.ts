import type { Command } from 'commander';
import settings from '../../package.json' with { type: 'json' };
import type { Host } from '../host.ts';
import { defineCommand } from './define-command.ts';

/** `triquad version`. */
export const versionCommand = (host: Host): Command =>
  defineCommand(host, {
    name: 'version',
    description: 'print the version of this program',
    examples: [
      ['triquad version', 'the same as --version'],
      ['triquad version --json | jq -r .version', 'for a script'],
    ],
    run: ({ print }) => print.fields({ version: settings.version, node: process.versions.node }, fieldsOf),
  });

const fieldsOf = ({ version, node }: { version: string; node: string }) => [
  { name: 'triquad', value: version },
  { name: 'node', value: node },
];
