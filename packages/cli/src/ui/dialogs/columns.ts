import { type Line, span } from '../cells.ts';
import { chosen, ordered } from '../chosen-columns.ts';
import { type ColumnsDialog, focusOf, type ScreenState } from '../screen-state.ts';
import { views } from '../views/views.ts';

const mostRows = 12;

/** The columns of the list in their order; those that are hidden, and those that this terminal is too narrow for, say so. */
export function columnsLines(dialog: ColumnsDialog, screen: ScreenState, key: string, width: number): readonly Line[] {
  const { columns } = views[focusOf(screen)];
  const choice = screen.columns[key];
  const shown = chosen(columns, choice);
  const all = ordered(columns, choice);
  const at = Math.min(dialog.at, all.length - 1);
  const first = Math.max(0, Math.min(at - Math.floor(mostRows / 2), all.length - mostRows));
  return all.slice(first, first + mostRows).map((column, index): Line => {
    const { name, title, from = 0 } = column;
    const isMarked = first + index === at;
    return [
      span(isMarked ? ' ▸ ' : '   ', 'strong'),
      span(`[${shown.includes(column) ? 'x' : ' '}] `, isMarked ? 'strong' : undefined),
      span(labelOf(name, title), isMarked ? 'strong' : undefined),
      ...(from > width ? [span(`  from ${from} columns on`, 'quiet')] : []),
    ];
  });
}

/** Its title, and its name where that says more. */
function labelOf(name: string, title: string): string {
  if (title === '') return name;
  return title.toLowerCase().startsWith(name) ? title : `${title}, ${name}`;
}
