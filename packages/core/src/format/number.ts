/** Placeholder for a missing value. */
export const none = '—';

/** The text of a figure with a minus sign (U+2212), which is as wide as a plus. */
export const withMinus = (figure: string): string => figure.replace('-', '\u2212');
/** A text with hyphens for the minus signs of its figures, as spreadsheets and programs read them. */
export const withHyphens = (text: string): string => text.replaceAll('\u2212', '-');

type Options = { readonly digits?: number; readonly sign?: boolean };

// Not with Intl: loading its tables delays a shell command by ten milliseconds.
const write = (value: number | null | undefined, { digits = 2, sign = false }: Options, unit = ''): string => {
  if (value === null || value === undefined || !Number.isFinite(value)) return none;
  const fixed = Math.abs(value).toFixed(digits);
  const [whole = '', decimals] = fixed.split('.');
  const before = Number(fixed) === 0 ? '' : value < 0 ? '-' : sign ? '+' : '';
  return before + unit + whole.replace(/\B(?=(\d{3})+$)/g, ',') + (decimals === undefined ? '' : `.${decimals}`);
};

/** USD, e.g. `$1,234.50`; with `sign` also `+$8.21`. A missing figure is a dash. */
export const money = (value: number | null | undefined, options: Options = {}): string => write(value, options, '$');

/** A value already in percent, e.g. `0.82%`. */
export const percent = (value: number | null | undefined, options: Options = {}): string => {
  const text = write(value, options);
  return text === none ? none : `${text}%`;
};

/** A plain number with thousands separated; no decimals unless asked for. */
export const number = (value: number | null | undefined, options: Options = {}): string =>
  write(value, { digits: 0, ...options });

/** An amount of an asset or a price: as many decimals as it has, at most 8. */
export const amount = (value: number | null | undefined): string =>
  write(value, { digits: 8 }).replace(/(\.\d*?)0+$/, (_, kept: string) => (kept === '.' ? '' : kept));
