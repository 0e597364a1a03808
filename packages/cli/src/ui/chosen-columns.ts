import type { Size } from './layout.ts';
import type { Column } from './table.ts';
import type { ViewName } from './view-name.ts';

/** Which columns of a list are shown, and in which order; a column that it does not name comes last, as the view has it. */
export interface ColumnChoice {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

/** By view and width of the terminal: a narrow one has room for other columns than a wide one. */
export type ColumnChoices = Readonly<Record<string, ColumnChoice>>;

const widthClasses = [200, 140, 80];

/** Key of a view's column choice. */
export const choiceKey = (view: ViewName, { columns }: Pick<Size, 'columns'>): string =>
  `${view} ${widthClasses.find((from) => columns >= from) ?? 60}`;

/** All columns in the chosen order, hidden ones too. */
export function ordered(columns: readonly Column[], choice: ColumnChoice | undefined): readonly Column[] {
  const { order = [] } = choice ?? {};
  const rank = ({ name }: Column): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...columns].sort((a, b) => rank(a) - rank(b));
}

/** The columns that are to be shown. One at least stays, whatever was kept for another version of the view. */
export function chosen(columns: readonly Column[], choice: ColumnChoice | undefined): readonly Column[] {
  const shown = ordered(columns, choice).filter(({ name }) => !(choice?.hidden.includes(name) ?? false));
  return shown.length === 0 ? columns : shown;
}

/** Hides the column, or shows it again. */
export function toggled(columns: readonly Column[], choice: ColumnChoice | undefined, name: string): ColumnChoice {
  const order = ordered(columns, choice).map((one) => one.name);
  const hidden = choice?.hidden ?? [];
  return { order, hidden: hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name] };
}

/** Moves the column by one place. */
export function moved(
  columns: readonly Column[],
  choice: ColumnChoice | undefined,
  name: string,
  by: -1 | 1,
): ColumnChoice {
  const order = ordered(columns, choice).map((one) => one.name);
  const at = order.indexOf(name);
  const to = Math.max(0, Math.min(order.length - 1, at + by));
  return { order: order.toSpliced(at, 1).toSpliced(to, 0, name), hidden: choice?.hidden ?? [] };
}
