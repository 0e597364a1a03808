import { figureOf } from '../format/figure.ts';
import { amount, money, number, percent } from '../format/number.ts';
import { provenanceOf, provenanceTag } from '../format/provenance.ts';
import { type Catalogue, textsOf } from '../journal/code.ts';

const problems: Catalogue['problems'] = {
  network: 'The bot cannot be reached',
  timeout: 'The bot did not answer in time',
  unauthorized: 'Not signed in',
  forbidden: 'Access forbidden',
  'not-found': 'Not found',
  conflict: 'Not possible in the present state',
  rejected: 'The bot refused the request',
  server: 'Server error',
  contract: 'The answer of the bot could not be read',
};

const gigabytes = (bytes: unknown): string => number(Number(bytes) / 1e9, { digits: 1 });
const withReason = (what: string, said: string | null): string => (said === null ? what : `${what}: ${said}`);
const place = (path: string): string => (path === '' ? 'its root' : path);

const codes: Catalogue['codes'] = {
  busy: 'Another command is still running',
  already_running: 'The bot is already running',
  already_stopped: 'The bot is already stopped',
  execution_running: 'An opportunity is already being executed',
  execution_unsettled: 'The last execution of this opportunity may have happened: its answer was lost',
  not_live: 'The bot is not known to trade live: only a dry run is possible',
  mode_while_running: 'Stop the bot before changing its mode',
  live_unconfirmed: 'Type LIVE to trade with real funds',
  mode_changing: 'The mode is already being changed',
  kill_running: 'The kill switch is not confirmed yet',
  running_in_error: 'The bot reports an error and still runs: stop it first',
  mode_unknown: 'The mode can be changed once the state of the bot is known',
  mode_in_error: 'The bot reports an error: live mode is not available',
  backtest_starting: 'A backtest is already being started',
  config_not_loaded: 'The configuration is not loaded yet',
  replaying: 'During replay no command is sent',
  role_too_low: ({ role, needs }) => `Your role is ${role}: this needs the role ${needs}`,
  not_offered: 'This bot does not offer it',
  unconfirmed: 'The bot is not confirmed to be listening: wait for the connection',
  halted: 'The bot is halted: lift the halt first',
  not_halted: 'The bot is not halted',
  not_paper: 'Only a paper wallet can be reset',
  state_unknown: 'The state of the bot is not known yet',
  bot_starting: 'The bot is starting',
  bot_stopping: 'The bot is stopping',
  opportunity_expired: 'This opportunity has expired',
  amount_wrong: 'Correct the amount',
  floor_wrong: 'Correct the floor',
  amount_required: 'Live money needs an amount',
  amount_too_large: 'This is more than can be placed now',
  preview_running: 'Waiting for the preview of this amount',
  preview_missing: 'There is no preview of this amount',

  start_done: (_, said) => said ?? 'Bot started',
  stop_done: (_, said) => said ?? 'Bot stopped',
  restart_done: (_, said) => said ?? 'Bot restarted',
  kill_done: (_, said) => said ?? 'Bot stopped by the kill switch',
  reset_done: (_, said) => said ?? 'Kill switch reset',
  start_failed: (_, said) => said ?? 'Failed to start bot',
  stop_failed: (_, said) => said ?? 'Failed to stop bot',
  restart_failed: (_, said) => said ?? 'Failed to restart bot',
  kill_failed: (_, said) => said ?? 'Failed to stop bot',
  reset_failed: (_, said) => said ?? 'Failed to reset the kill switch',
  problem: ({ kind }, said) => said ?? problems[kind],
  risk_done: (_, said) => said ?? 'Done',
  flatten_done: (_, said) => said ?? 'Residual positions sold',
  order_cancelled: 'Order cancelled',
  executed: ({ profit_pct, difference, ...cells }) => {
    const provenance = provenanceOf(cells);
    const profit = profit_pct === null ? '' : ` Profit: ${percent(profit_pct)}`;
    const figure = figureOf({ provenance }, difference);
    const against = typeof difference === 'number' ? `, ${money(figure, { sign: true })} against what was shown` : '';
    const isMarked = provenance !== null || against !== '';
    return `Order executed!${profit}${against}${isMarked ? ` (${provenanceTag(provenance)})` : ''}`;
  },
  execution_pending: 'The execution is still running: the exchange has not answered yet',
  orders_unanswered: ({ count }) =>
    count === 1
      ? 'The answer to an order was lost when the page was reloaded: it may have been executed. Look at the executions before you send it again'
      : `The answers to ${count} orders were lost when the page was reloaded: they may have been executed. Look at the executions before you send them again`,
  execution_failed: ({ kind }, said) =>
    said === null && kind === null ? 'Failed to execute' : `Execution failed: ${said ?? (kind && problems[kind])}`,
  exchange_required_first: 'Please select at least one exchange first',
  other_data:
    'The bot was restarted with another data directory. Only its data are shown now. A command that had no answer yet may have been executed by the bot before',
  no_pairs: 'No pairs found',
  pairs_failed: 'Failed to fetch pairs',
  pairs_failed_of: ({ exchanges }) => `Failed to fetch pairs: ${exchanges}`,
  backtest_failed: (_, said) => withReason('Failed to run backtest', said),
  report_failed: (_, said) => withReason('Failed to download report', said),
  export_saved: ({ file }) => `Saved ${file}, every row`,
  export_failed: (_, said) => withReason('The export did not come to its end, and nothing was saved', said),
  backtest_deleted: 'Backtest deleted',
  not_a_recording: 'Not a recorded session: the first line does not name its format',
  recording_of_other_version:
    'This session was recorded by another version of triquad. Open it with the version that recorded it',
  recording_incomplete: 'The recorded session cannot be shown: the state in its first line is not complete',
  text: (_, said) => said ?? '',

  connection_closed: 'The connection was closed',
  connection_not_opened: 'The connection did not open in time',
  connection_not_authenticated: 'The bot did not accept the connection in time',
  connection_silent: 'The bot sent nothing and did not answer in time',
  reconnection_exhausted: 'Max reconnection attempts reached',

  request_failed: ({ call, kind, detail }) => `${call}: ${detail ?? problems[kind]}`,
  answer_unreadable: ({ call, path, reason }) => `${call}: answer not readable at ${place(path)}: ${reason}`,
  frame_unreadable: ({ path, reason }) => `Frame not readable at ${place(path)}: ${reason}`,
};

// Codes of bots that announce them.
const bot: Catalogue['bot'] = {
  executed_meanwhile: 'This opportunity was executed since you saw its preview',
  file_exists: ({ name }) => `There is a file ${name} already: remove it first`,
  file_too_large: ({ most_bytes }) => `A file has at most ${gigabytes(most_bytes)} GB`,
  no_room: ({ room_bytes }) =>
    `There is room for ${gigabytes(room_bytes)} GB: remove files that were imported, or make room on the bot’s disk`,
  left_loss: ({ loss_pct, most_pct }) =>
    typeof loss_pct === 'number' && typeof most_pct === 'number'
      ? `the best way back would have lost at least ${percent(loss_pct)}, and at most ${amount(most_pct)}% is allowed`
      : 'every way back would have lost more than is allowed',
  left_no_book: 'no trusted book took it',
  left_orders: 'as many orders as may be sent have not sold it',
  left_halted: 'orders were halted',
  left_late_fill: 'a fill came after its execution had ended',
};

/** The English texts of the codes that the client raises, and of those that bots send. */
export const english = textsOf({ codes, problems, bot });
