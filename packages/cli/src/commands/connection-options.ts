import type { Option } from 'commander';
import { atLeast, httpAddress } from '../parse.ts';
import { option } from './define-command.ts';

const shortestTimeout = 0.1;

/** How to find the bot. */
export function connectionOptions(): Option[] {
  return [
    option('--url <url>', 'address of the bot (TRIQUAD_URL)', httpAddress),
    option('--token <token>', 'bearer token; TRIQUAD_TOKEN keeps it out of the list of processes'),
    option('--api-key <key>', 'application key (TRIQUAD_API_KEY)'),
    dataDirOption(),
    option('--context <name>', 'a bot by its name, as "triquad context list" shows it'),
    option('--timeout <seconds>', 'how long one call may take (default: 30)', atLeast(shortestTimeout)),
  ];
}

const dataDirOption = (): Option =>
  option('--data-dir <path>', 'data directory of the bot; its address and token are found there');
