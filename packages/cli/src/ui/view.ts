import type { ClientState, Command, ResourceName } from '@triquad/core';
import type { Opportunity, Order, Provenance } from '@triquad/core/contract';
import type { ChangeableLimit } from './bounds.ts';
import type { Line, Title } from './cells.ts';
import type { ScreenState } from './screen-state.ts';
import type { Cells, Column } from './table.ts';
import type { ViewName } from './view-name.ts';

/** Input of a view. `now`: epoch milliseconds by the bot's clock. */
export interface Given {
  readonly state: ClientState;
  readonly screen: Pick<ScreenState, 'level' | 'types' | 'window' | 'unfolded' | 'frozen'>;
  readonly now: number;
}

/** Target of a row's keys. */
export type Target =
  | { readonly kind: 'opportunity'; readonly opportunity: Opportunity }
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'residual'; readonly exchange: string; readonly asset: string }
  | { readonly kind: 'limit'; readonly limit: ChangeableLimit }
  | { readonly kind: 'record'; readonly view: ViewName; readonly id: string | null };

/** Details of a row: how many lines a pane has depends on its width. */
export interface Pane extends Title {
  readonly lines: (width: number) => readonly Line[];
}

export interface Row {
  /** The selection follows it. */
  readonly id: string;
  readonly cells: () => Cells;
  /** The first is the strip below the list; Enter shows all of them. */
  readonly panes: () => readonly Pane[];
  readonly isQuiet?: boolean | undefined;
  /** Source of its money figures; absent if it has none. */
  readonly source?: Provenance | null | undefined;
  readonly target?: Target | undefined;
  /** Loads the details when they are opened. */
  readonly opens?: Command | undefined;
  /** Rows below it can be unfolded. */
  readonly group?: string | undefined;
  /** Ids of the record in other views. */
  readonly related?: readonly string[] | undefined;
}

export interface KeyHint {
  readonly key: string;
  readonly does: string;
}

export interface View {
  readonly name: ViewName;
  /** The key that opens it, and its tab at the foot of the screen. */
  readonly key: string;
  readonly tab: string;
  readonly title: string;
  /** The question it answers, for the help. */
  readonly question: string;
  /** The first is what the list is made of. */
  readonly watches: readonly ResourceName[];
  /** Capability that the view needs. */
  readonly capability?: string;
  /** Command sent when the view opens, and by the key `r`. */
  readonly asks?: (given: Given) => Command | null;
  readonly columns: readonly Column[];
  /** Newest last: the last row is selected until another one is. */
  readonly isTail?: true;
  /** The column whose values `f` goes through, one at a time. */
  readonly narrows?: string;
  readonly rows: (given: Given) => readonly Row[];
  readonly summary: (given: Given, rows: readonly Row[]) => string;
  /** Why there is no row. */
  readonly empty: (given: Given) => string;
  /** Keys of this view beside those of every list. */
  readonly keys: readonly KeyHint[];
}

/** Figures with their names, aligned. */
export const fields = (list: readonly (readonly [string, string])[]): readonly Line[] =>
  list.map(([name, value]) => [{ text: ` ${name.padEnd(nameWidth)} `, as: 'quiet' }, { text: value }]);
const nameWidth = 13;
