/** Prints rows below their titles, the first column to the left, figures to the right. */
export function printTable(name: string, titles: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  console.log(`\n${name}`);
  for (const cells of [titles, ...rows]) console.log(`  ${line(cells)}`);
}

/** A duration in milliseconds as text, in the unit that suits it. */
export function nanoseconds(milliseconds: number): string {
  const ns = milliseconds * 1e6;
  return ns < 10_000 ? `${ns.toFixed(0)} ns` : `${(ns / 1_000).toFixed(1)} µs`;
}

/** A number a second as text. */
export function rate(perSecond: number): string {
  return `${Math.round(perSecond).toLocaleString('en-US')}/s`;
}
