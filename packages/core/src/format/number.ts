/** What stands where there is no figure. */
export const none = '—';

type Options = { readonly digits?: number; readonly sign?: boolean };

const formats = new Map<string, Intl.NumberFormat>();
const format = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = JSON.stringify(options);
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat('en-US', options);
  formats.set(key, made);
  return made;
};

const write = (
  value: number | null | undefined,
  { digits = 2, sign = false }: Options,
  more: Intl.NumberFormatOptions,
) =>
  value === null || value === undefined || !Number.isFinite(value)
    ? none
    : format({
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        signDisplay: sign ? 'exceptZero' : 'negative',
        ...more,
      }).format(value);

/** USD, e.g. `$1,234.50`; with `sign` also `+$8.21`. A missing figure is a dash. */
export const money = (value: number | null | undefined, options: Options = {}): string =>
  write(value, options, { style: 'currency', currency: 'USD' });

/** A value already in percent, e.g. `0.82%`. */
export const percent = (value: number | null | undefined, options: Options = {}): string => {
  const text = write(value, options, {});
  return text === none ? none : `${text}%`;
};

/** A plain number with thousands separated; no decimals unless asked for. */
export const number = (value: number | null | undefined, options: Options = {}): string =>
  write(value, { digits: 0, ...options }, {});

/** An amount of an asset or a price: as many decimals as it has, at most 8. */
export const amount = (value: number | null | undefined): string =>
  write(value, {}, { minimumFractionDigits: 0, maximumFractionDigits: 8 });
