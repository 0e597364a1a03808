import type { BacktestRecord } from '@triquad/core/contract';
import type { Backend } from '../backend.ts';
import { isOver } from '../backtest-records.ts';
import { Download } from '../download.ts';
import type { Handlers } from '../handler.ts';
import { pageOf } from '../page.ts';
import { notFound, notValid, Refusal } from '../problem.ts';

type BacktestRoutes =
  | 'backtest.run'
  | 'backtest.list'
  | 'backtest.get'
  | 'backtest.delete'
  | 'backtest.cancel'
  | 'backtest.report';

export function backtestRoutes({ backtests }: Backend): Pick<Handlers, BacktestRoutes> {
  const withBacktest = <T>(id: string, answer: (backtest: BacktestRecord) => T): T | Refusal => {
    const backtest = backtests.get(id);
    return backtest === null ? notFound('backtest', id) : answer(backtest);
  };
  return {
    'backtest.run': async ({ body }) => {
      const wrong = await backtests.check(body);
      if (wrong !== null) return notValid(wrong.path, wrong.message, wrong.code);
      const backtest = backtests.run(body);
      if (backtest === null) return conflict('queue_full', 'Too many backtests wait: cancel one, or try again later.');
      const { id, status } = backtest;
      return { id, status };
    },
    'backtest.list': ({ query }) => pageOf(backtests.all(), query),
    'backtest.get': ({ parameters: { id } }) => withBacktest(id, (backtest) => backtest),
    'backtest.delete': ({ parameters: { id } }) =>
      withBacktest(id, ({ status }) => {
        if (status === 'running') return conflict('running', 'The backtest runs: cancel it first.');
        backtests.remove(id);
        return undefined;
      }),
    'backtest.cancel': ({ parameters: { id } }) =>
      withBacktest<Refusal | Promise<BacktestRecord>>(id, (backtest) =>
        isOver(backtest) ? conflict('over', `The backtest is over: ${backtest.status}.`) : backtests.cancel(id),
      ),
    'backtest.report': async ({ parameters: { id }, query: { format } }) => {
      const backtest = backtests.get(id);
      if (backtest === null) return notFound('backtest', id);
      const report = await backtests.report(id, format);
      if (report === null) return conflict('no_report', `There is no report: the backtest is ${backtest.status}.`);
      if (format === 'json') return new Download(report, { 'content-type': 'application/json; charset=utf-8' });
      return new Download(report, {
        'content-type': 'text/html; charset=utf-8',
        'content-disposition': `attachment; filename="${fileName(backtest)}"`,
        'content-security-policy': PAGE_POLICY,
      });
    },
  };
}

/** The page says the same of itself, and which style sheet is its own. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox";

const conflict = (code: string, detail: string): Refusal => new Refusal(409, code, detail);

/** Of letters and digits, whatever it is called. */
function fileName({ id, config }: BacktestRecord): string {
  const name = config.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return `backtest-${name.slice(0, 60)}-${id.slice(-6)}.html`.replaceAll(/-+/g, '-');
}
