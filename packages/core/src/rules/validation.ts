/** The first thing wrong with each field of the backtest form; no entry where all is well. */
export type BacktestErrors = Partial<Record<keyof BacktestForm, string>>;

/** What the form holds. Dates as text that `Date` reads, all in one zone; money in USD, percentages in percent; a number is NaN while its text is none. */
export type BacktestForm = {
  readonly name: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly initial_capital: number;
  readonly exchanges: readonly string[];
  readonly min_profit_threshold: number;
  readonly max_position_size: number;
  readonly max_slippage: number;
  readonly enable_triangular: boolean;
  readonly enable_quadrangular: boolean;
};

const within = (value: number, low: number, high: number): boolean => value >= low && value <= high;

type Check = readonly [field: keyof BacktestForm, passes: (form: BacktestForm) => boolean, message: string];

const checks: readonly Check[] = [
  ['name', ({ name }) => name.trim() !== '', 'Name is required'],
  ['start_date', (form) => form.start_date !== '', 'Start date is required'],
  ['end_date', (form) => form.end_date !== '', 'End date is required'],
  ['end_date', (form) => !isAfter(form.start_date, form.end_date), 'End date must be after the start date'],
  ['initial_capital', (form) => form.initial_capital >= 100, 'Minimum capital is $100'],
  ['exchanges', ({ exchanges }) => exchanges.length > 0, 'Select at least one exchange'],
  ['min_profit_threshold', (form) => within(form.min_profit_threshold, 0, 100), 'Must be between 0 and 100'],
  ['max_position_size', (form) => form.max_position_size >= 10, 'Must be at least 10'],
  ['max_slippage', (form) => within(form.max_slippage, 0, 10), 'Must be between 0 and 10'],
  [
    'enable_triangular',
    (form) => form.enable_triangular || form.enable_quadrangular,
    'Select at least one opportunity type',
  ],
];

// False where one of them is no date: that is said elsewhere.
const isAfter = (start: string, end: string): boolean => Date.parse(start) >= Date.parse(end);

/** The spec's rules and messages; where it gives no message, the limit is said. The first that is wrong with a field counts. */
export const backtestErrors = (form: BacktestForm): BacktestErrors => {
  const errors: BacktestErrors = {};
  for (const [field, passes, message] of checks) {
    if (!passes(form)) errors[field] ??= message;
  }
  return errors;
};

/** Why scanning cannot start with these exchanges, or null. */
export const startError = (exchanges: readonly string[]): string | null =>
  exchanges.length === 0 ? 'Select at least one exchange' : null;

/** Why the Auto preset cannot be fetched for these exchanges, or null. */
export const autoPresetError = (exchanges: readonly string[]): string | null =>
  exchanges.length === 0 ? 'Please select at least one exchange first' : null;

/** The pairs with the typed one added, upper-cased; the same list when it is empty or already there. */
export const withPair = (pairs: readonly string[], typed: string): readonly string[] => {
  const pair = typed.trim().toUpperCase();
  return pair === '' || pairs.includes(pair) ? pairs : [...pairs, pair];
};

/** Why an exchange cannot be added, a telegram or an e-mail test not be sent; null when it can. In Spanish, as the settings are. */
export const exchangeError = (name: string): string | null => (name === '' ? 'Selecciona un exchange' : null);
export const telegramTestError = (botToken: string, chatId: string): string | null =>
  botToken === '' || chatId === '' ? 'Por favor ingresa el Bot Token y Chat ID' : null;
export const emailTestError = (host: string, from: string, to: string): string | null =>
  host === '' || from === '' || to === '' ? 'Por favor completa todos los campos de Email' : null;
