import type { Command } from 'commander';
import { atLeast, httpAddress } from '../parse.ts';

const shortestTimeout = 0.1;

/** How to find the bot and how to print: understood before the command's name and after it. */
export function withGlobalOptions(command: Command): Command {
  return command
    .option('--url <url>', 'address of the bot (TRIQUAD_URL)', httpAddress)
    .option('--token <token>', 'bearer token; TRIQUAD_TOKEN keeps it out of the list of processes')
    .option('--api-key <key>', 'application key (TRIQUAD_API_KEY)')
    .option('--data-dir <path>', 'where "triquad serve" keeps its data')
    .option('--timeout <seconds>', 'how long one call may take (default: 30)', atLeast(shortestTimeout))
    .option('--json', 'print JSON: one document, or one line for each item of a stream');
}
