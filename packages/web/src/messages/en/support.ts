import { plural } from './plural.ts';

export const support = {
  support: {
    intro:
      'Bot and dashboard run on your own machine, and no one else sees them. This page has what helps to find a fault.',
    versions: 'Versions',
    bot: 'Bot',
    market: 'Market',
    uptime: 'Uptime',
    capabilities: 'Extensions',
    browser: 'Browser',
    health: 'Feeds and trading',
    healthEmpty: 'The bot has not answered yet',
    findings: 'Doctor',
    findingsIntro:
      'Checks journal, ledger, files, clock and disk as triquad doctor does. It reads a copy and changes nothing; with a large journal it takes a while.',
    run: 'Run the checks',
    again: 'Run again',
    checkedAt: (moment: string) => `Checked ${moment}`,
    running: 'The bot checks its data…',
    unsupported: 'This bot cannot check itself. Run triquad doctor on its machine.',
    role: 'Only an operator or administrator may run the checks.',
    summary: (ok: number, warn: number, fail: number) =>
      `${ok} in order, ${plural(warn, 'warning', 'warnings')}, ${plural(fail, 'failure', 'failures')}`,
    verdicts: { ok: 'OK', warn: 'Warning', fail: 'Failure' },
    columns: { verdict: 'Result', check: 'Check', found: 'Found, and what to do' },
    report: 'Report for a fault',
    reportIntro:
      'A file with versions, the state of the bot, the findings above and the recording of this browser session, with passwords, tokens and keys removed. It is saved on your machine and not sent anywhere. It holds balances, orders and log lines: read it before you pass it on.',
    save: 'Download the report',
    guide: 'When something is wrong: the guide',
    logs: 'Logs',
  },
};
