import type { Key } from 'ink';
import { moved, ordered, toggled } from './chosen-columns.ts';
import { movement } from './movement.ts';
import { type ColumnsDialog, focusOf, type Pressed, type ScreenState } from './screen-state.ts';
import type { Shown } from './shown.ts';
import { views } from './views/views.ts';

/** Choosing columns: each key shows its effect at once, and what is chosen is kept. */
export function inColumns(
  state: ScreenState,
  dialog: ColumnsDialog,
  input: string,
  key: Partial<Key>,
  { columnsKey }: Pick<Shown, 'columnsKey'>,
): Pressed {
  const { columns } = views[focusOf(state)];
  const choice = state.columns[columnsKey];
  const all = ordered(columns, choice);
  const last = all.length - 1;
  const at = Math.min(dialog.at, last);
  const { name = '' } = all[at] ?? {};
  const stay = (next: ScreenState): Pressed => ({ state: next, command: null });
  if (key.escape || input === 'q' || input === 'c') return stay({ ...state, dialog: null });
  if (input === 'r') {
    const { [columnsKey]: _, ...rest } = state.columns;
    return { state: { ...state, columns: rest }, command: null, errand: 'keep columns' };
  }
  if (input === ' ' || key.return) {
    const next = toggled(columns, choice, name);
    if (next.hidden.length > last) return stay({ ...state, notice: 'one column must stay' });
    return {
      state: { ...state, columns: { ...state.columns, [columnsKey]: next } },
      command: null,
      errand: 'keep columns',
    };
  }
  const by = key.leftArrow || input === 'h' ? -1 : key.rightArrow || input === 'l' ? 1 : 0;
  if (by !== 0) {
    const next = { ...state.columns, [columnsKey]: moved(columns, choice, name, by) };
    const place = Math.max(0, Math.min(last, at + by));
    return {
      state: { ...state, columns: next, dialog: { ...dialog, at: place } },
      command: null,
      errand: 'keep columns',
    };
  }
  const to = Math.max(0, Math.min(last, at + movement(input, key, last)));
  return stay({ ...state, dialog: { ...dialog, at: to } });
}
