import { Box } from 'ink';
import { cell, Line, type Span } from '../panes/Line.tsx';

const keys = [
  ['S', 'start, or stop…'],
  ['X', 'execute it…'],
  ['K', 'kill switch…'],
  ['T', 'give up a kill…'],
  ['F', 'flatten: sell the rest…'],
  ['U', 'lift a halt…'],
  ['M', 'mode, while stopped…'],
  ['up down j k', 'select, or scroll'],
  ['PgUp PgDn g G', 'page, ends'],
  ['Tab', 'the other pane'],
  ['/', 'filter logs (Esc: all)'],
  ['l', 'level of the logs'],
  ['p', 'pause the logs'],
  ['r', 'reconnect now'],
  ['q', 'close, or quit'],
  ['Ctrl-Z Ctrl-L', 'suspend, redraw'],
  ['a f', 'amount, floor (in X)'],
] as const;

/** All keys, in two columns. Capitals act, and each of them asks first; quitting does not stop the bot. */
export function HelpDialog({ width }: { width: number }) {
  const half = Math.ceil(keys.length / 2);
  const column = Math.floor(width / 2);
  return (
    <Box flexDirection="column">
      <Line width={width} spans={[]} />
      {keys.slice(0, half).map((left, index) => (
        <Line
          key={left[0]}
          width={width}
          spans={[...entry(left, column), ...entry(keys[half + index] ?? ['', ''], column)]}
        />
      ))}
    </Box>
  );
}

function entry([key, does]: readonly [string, string], width: number): Span[] {
  return [{ text: `  ${cell(key, 14, '')}`, as: 'strong' }, { text: cell(does, width - 16, '') }];
}
