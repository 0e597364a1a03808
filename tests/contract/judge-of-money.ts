/** Words of invented prices: a line, a heading or a row with one of them says whose money it is. */
const SAYS = /\b(practice|invented)\b/i;
/** An amount with its sign or its unit. */
const AMOUNT = /[$]\s?-?\d|\d\s?USD[TC]?\b/;
/** Names of fields and columns of money. */
const NAMED =
  /(^|[_ ])(usd|pnl|profit|equity|capital|fees?|proceeds|balance|worth|drawdown|slippage|price|amount|loss|win|trade|expectancy|expected|change|holdings|flows|dust|optimistic|modelled|pessimistic|realised|unrealised|bid|ask)([_ ]|$)/i;
/** Of these names, those of settings, counts, shares, times and of what is no figure. */
const NO_FIGURE =
  /(^total_capital$|stop_loss|threshold|limit|max_|min_|initial_|_count|_id$|_by$|_since$|_source$|_currenc|_at$|_ms$|fee_asset|fee_source|duration|taker_fee|maker_fee|fee_pct|fees_pct)/i;

/** True for a name of money. */
export const isFigure = (name: string): boolean => NAMED.test(name) && !NO_FIGURE.test(name);
const isMoney = (value: unknown): boolean =>
  (typeof value === 'number' && value !== 0) || (typeof value === 'string' && /^-?[$]?\d[\d,]*(\.\d+)?$/.test(value));

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
const isInvented = (value: unknown): boolean => {
  const { kind, money } = fieldsOf(value) ?? {};
  return kind === 'practice' && money === 'invented';
};

/** Paths of the money in a document whose source neither its own record nor one around it states. */
export function unmarkedIn(value: unknown, path: string, isMarked = false, name = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => unmarkedIn(one, `${path}[]`, isMarked, name));
  const fields = fieldsOf(value);
  if (fields !== null) {
    const own = 'provenance' in fields ? isInvented(fields.provenance) : isMarked;
    return Object.entries(fields).flatMap(([key, field]) => unmarkedIn(field, `${path}.${key}`, own, key));
  }
  const isUnmarked =
    (isFigure(name) && isMoney(value)) || (typeof value === 'string' && AMOUNT.test(value) && !SAYS.test(value));
  return isUnmarked && !isMarked ? [`${path} = ${value}`] : [];
}

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

/** Rows of a table that have money and no source in columns of their own. */
export const unmarkedRecords = (rows: readonly Fields[]): readonly string[] =>
  rows.flatMap((row) => {
    const hasMoney = Object.entries(row).some(
      ([name, cell]) =>
        (isFigure(name) && isMoney(cell)) || (typeof cell === 'string' && AMOUNT.test(cell) && !SAYS.test(cell)),
    );
    const isMarked = row.provenance_kind === 'practice' && row.provenance_money === 'invented';
    return hasMoney && !isMarked ? [Object.values(row).join(',')] : [];
  });

/** The rows of a table in CSV by the names of its columns. */
export function recordsOf(csv: string): readonly Readonly<Record<string, string>>[] {
  const [head = '', ...rows] = csv.trimEnd().split(/\r?\n/);
  const names = cellsOf(head);
  return rows.map((row) => Object.fromEntries(cellsOf(row).map((cell, at) => [names[at] ?? String(at), cell])));
}

/** Name and value of a document in CSV: the names below one that has a source. */
export function unmarkedLeaves(csv: string): readonly string[] {
  const rows = csv.trimEnd().split(/\r?\n/).slice(1).map(cellsOf);
  const sources = rows.flatMap(([name = '', value]) =>
    /(^|\.)provenance\.money$/.test(name) && value === 'invented' ? name.replace(/provenance\.money$/, '') : [],
  );
  return rows.flatMap(([name = '', value = '']) => {
    const hasMoney =
      (isFigure(name.split('.').at(-1) ?? '') && isMoney(value)) || (AMOUNT.test(value) && !SAYS.test(value));
    return hasMoney && !sources.some((prefix) => name.startsWith(prefix)) ? `${name},${value}` : [];
  });
}

/**
 * Lines of text that have money and no source: neither in the line, nor in a heading before a table, nor in a line `source` of the same block.
 */
export function unmarkedLines(text: string): readonly string[] {
  return text.split(/\n\s*\n/).flatMap((block) => {
    const lines = block.split('\n');
    const titles = lines.findIndex((line) => /^[A-Z][A-Z %$&]+( {2,}[A-Z][A-Z %$&]*)+$/.test(line.trim()));
    const isTable = titles >= 0 && isFigureIn(lines[titles] ?? '');
    const said = lines.some(
      (line, at) => SAYS.test(line) && (/^\s*source\b/i.test(line) || (titles >= 0 && at < titles)),
    );
    return lines.filter((line, at) => {
      const hasMoney = AMOUNT.test(line) || (isTable && at > titles && /\d/.test(line));
      return hasMoney && !said && !SAYS.test(line);
    });
  });
}
const isFigureIn = (titles: string): boolean => titles.split(/ {2,}/).some((title) => isFigure(title));

/** Samples of a Prometheus text of money without labels of its source. */
export const unmarkedSamples = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#') && isFigure(line.split(/[{ ]/)[0] ?? ''))
    .filter((line) => !/provenance_kind="practice"/.test(line) || !/provenance_money="invented"/.test(line));
