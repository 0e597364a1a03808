import type { BacktestConfig } from '@triquad/core/contract';

const quoted = (text: string): string => (/^[\w.:/@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Terms of a configuration that the options of the shell cannot say. */
const isOwn = ({ fees = {}, paper, limits }: BacktestConfig): boolean =>
  limits !== undefined ||
  paper !== undefined ||
  Object.values(fees).some(({ taker_pct, ...rest }) => taker_pct === undefined || Object.keys(rest).length > 0);

/** The shell's command that runs the same again, or null where its options cannot say all of the configuration. */
export function commandOf(config: BacktestConfig): string | null {
  if (isOwn(config)) return null;
  const { name, description, fees = {}, seed, start_currencies } = config;
  const options: readonly (readonly [string, string | number | undefined])[] = [
    ['name', name],
    ['description', description],
    ['from', config.start_date],
    ['to', config.end_date],
    ['capital', config.initial_capital],
    ['exchange', config.exchanges.join()],
    ['threshold', config.min_profit_threshold],
    ['position', config.max_position_size],
    ['slippage', config.max_slippage],
    [
      'fee',
      Object.entries(fees)
        .map(([exchange, { taker_pct }]) => `${exchange}=${taker_pct}`)
        .join() || undefined,
    ],
    ['start', start_currencies?.join()],
    ['seed', seed],
  ];
  const words = options.flatMap(([option, value]) =>
    value === undefined ? [] : [`--${option}`, quoted(String(value))],
  );
  const types = [config.enable_triangular && '--tri', config.enable_quadrangular && '--quad'];
  return ['triquad backtest run', ...words, ...types.filter((type) => type !== false)].join(' ');
}
