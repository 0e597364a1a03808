import { Line, type Span } from './Line.tsx';

// The last ones give way where the terminal is narrow; all of them are in the help.
const keys = [
  { name: 's', does: 'start/stop', from: 0 },
  { name: 'x', does: 'execute', from: 0 },
  { name: 'm', does: 'mode', from: 0 },
  { name: 'K', does: 'kill', from: 96 },
  { name: '/', does: 'filter', from: 66 },
  { name: 'l', does: 'level', from: 74 },
  { name: 'p', does: 'pause', from: 78 },
  { name: 'tab', does: 'pane', from: 88 },
  { name: '?', does: 'help', from: 0 },
  { name: 'q', does: 'quit', from: 0 },
] as const;

export function Footer({ width }: { width: number }) {
  const shown = keys.filter(({ from }) => width >= from);
  const spans = shown.flatMap(({ name, does }): Span[] => [
    { text: name, as: 'strong' },
    { text: ` ${does}  `, as: 'quiet' },
  ]);
  return <Line width={width} spans={[{ text: ' ' }, ...spans]} />;
}
