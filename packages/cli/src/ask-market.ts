import { answerTo } from './confirm.ts';
import { CommandFailure, exitCode } from './exit-code.ts';
import type { Host } from './host.ts';
import { liveExchanges, type Market } from './market-option.ts';

/** A recording that can be chosen. */
type Offered = { readonly name: string; readonly file: string };

const usualExchanges = 'binance,kucoin';

/** Asks on the terminal what to watch; an empty answer is the safe one, invented prices. @throws CommandFailure when nothing more is typed. */
export async function askMarket(host: Host, recordings: readonly Offered[]): Promise<Market> {
  const lines = [
    'What do you want to watch?',
    '  1  live prices     of real exchanges, traded with paper money; needs a network, and no account',
    '  2  a recording     of prices that were seen before, or the sample',
    '  3  practice        invented prices, which pay what no market pays',
  ];
  host.stderr.write(`${lines.join('\n')}\n`);
  for (;;) {
    const answer = await typed(host, 'Type 1, 2 or 3 [3]: ');
    if (answer === '1') return { source: 'exchange', exchanges: await askExchanges(host) };
    if (answer === '2') return { source: 'recorded', file: await askRecording(host, recordings) };
    if (answer === '3' || answer === '') return { source: 'simulated' };
    host.stderr.write(`${answer} is none of them.\n`);
  }
}

async function askExchanges(host: Host): Promise<readonly string[]> {
  const answer = await typed(host, `Of which exchanges, of ${liveExchanges.join(', ')} [${usualExchanges}]: `);
  return [...new Set((answer || usualExchanges).split(',').map((name) => name.trim()))];
}

async function askRecording(host: Host, recordings: readonly Offered[]): Promise<string> {
  for (const [place, { name }] of recordings.entries()) host.stderr.write(`  ${place + 1}  ${name}\n`);
  const hint = recordings.length > 0 ? 'Type its number, or a path: ' : 'Type the path of one (CSV or a folder): ';
  for (;;) {
    const answer = await typed(host, hint);
    const file = recordings[Number(answer) - 1]?.file ?? answer;
    if (file !== '') return file;
  }
}

async function typed(host: Host, prompt: string): Promise<string> {
  const answer = await answerTo(host, prompt);
  if (answer === null) throw new CommandFailure('nothing was chosen', exitCode.refused);
  return answer;
}
