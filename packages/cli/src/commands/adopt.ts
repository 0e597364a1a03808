import type { Command } from 'commander';
import { confirm } from '../confirm.ts';
import { dataDirectory } from '../data-directory.ts';
import { CommandFailure, exitCode } from '../exit-code.ts';
import type { Host } from '../host.ts';
import { maintain } from '../maintain.ts';
import { defineCommand, type Invocation, option } from './define-command.ts';

interface Options {
  readonly dataDir?: string;
}

/** `triquad adopt`: accepts that files of a data directory have lost something, so that its bot may start again. */
export const adoptCommand = (host: Host): Command =>
  defineCommand<Options>(host, {
    name: 'adopt',
    description: 'accept what a data directory has lost, so that its bot starts again, halted',
    options: [option('--data-dir <path>', 'where the bot keeps its data')],
    examples: [
      ['triquad adopt', 'says what is lost, and asks; a backup is better: triquad restore'],
      ['triquad adopt --data-dir ./data --yes --json', 'for a script'],
    ],
    run: adoptLoss,
  });

async function adoptLoss({ host, print, options }: Invocation<Options>): Promise<void> {
  const { adopt, planAdoption } = await import('@triquad/bot');
  const dataDir = dataDirectory(options.dataDir);
  await maintain(async () => {
    const plan = planAdoption(dataDir);
    if (plan === null) throw new CommandFailure(`nothing is lost in ${dataDir}: start the bot`, exitCode.refused);
    const lost = plan.losses.map(({ said }) => said);
    const question = `${lost.join('; ')}. The bot would go on with ${plan.facts} facts, halted.`;
    await confirm(host, options.yes, question, 'adopt');
    const { facts, putAside } = adopt(dataDir, Date.now());
    const document = { data_dir: dataDir, lost, facts, put_aside: putAside };
    print.fields(document, () => [
      ...lost.map((value) => ({ name: 'lost', value, tone: 'warn' as const })),
      { name: 'kept', value: `${facts} facts, their chain holds` },
      { name: 'put aside', value: putAside },
      { name: 'next', value: 'start the bot; it cancels its open orders and stays halted until: triquad kill reset' },
    ]);
  });
}
