import { type BotCondition, type ClientState, selectAllowed, selectBotCondition } from '@triquad/core';
import { Line, type Span } from './Line.tsx';

interface KeyHint {
  readonly name: string;
  readonly does: string;
  /** Columns from which there is room for it; all keys are in the help. */
  readonly from: number;
}

const looking: readonly KeyHint[] = [
  { name: '/', does: 'filter', from: 70 },
  { name: 'l', does: 'level', from: 78 },
  { name: 'p', does: 'pause', from: 96 },
  { name: 'tab', does: 'pane', from: 104 },
  { name: '?', does: 'help', from: 0 },
  { name: 'q', does: 'quit', from: 0 },
];

const startOrStop: Partial<Record<BotCondition, string>> = { running: 'stop…', starting: 'stop…', stopped: 'start…' };

/** The keys of the screen. What the operator may not do, or the state does not allow, is not offered. */
export function Footer({ width, state }: { width: number; state: ClientState }) {
  const shown = [...acting(state), ...looking].filter(({ from }) => width >= from);
  const spans = shown.flatMap(({ name, does }): Span[] => [
    { text: name, as: 'strong' },
    { text: ` ${does}  `, as: 'quiet' },
  ]);
  return <Line width={width} spans={[{ text: ' ' }, ...spans]} />;
}

function acting(state: ClientState): KeyHint[] {
  const condition = selectBotCondition(state);
  const does = startOrStop[condition];
  const isAdmin = selectAllowed('admin')(state);
  const forOperators: KeyHint[] = [
    ...(does === undefined ? [] : [{ name: 'S', does, from: 0 }]),
    { name: 'X', does: 'execute…', from: 0 },
    { name: 'K', does: 'kill…', from: 0 },
  ];
  return [
    ...(selectAllowed('operator')(state) ? forOperators : []),
    ...(isAdmin && condition === 'halted' ? [{ name: 'U', does: 'lift the halt…', from: 0 }] : []),
    ...(isAdmin && condition === 'stopped' ? [{ name: 'M', does: 'mode…', from: 0 }] : []),
  ];
}
