import { Box } from 'ink';
import { cell, Line, Say } from '../panes/Line.tsx';

const keys = [
  ['s', 'start, or stop (asks)'],
  ['x, Enter', 'execute it (asks)'],
  ['m', 'mode, while stopped'],
  ['K', 'kill switch (asks)'],
  ['up down j k', 'select, or scroll'],
  ['PgUp PgDn g G', 'page, ends'],
  ['tab', 'the other pane'],
  ['/', 'filter logs (Esc: all)'],
  ['l', 'level of the logs'],
  ['p', 'pause the logs'],
  ['r', 'reconnect now'],
  ['q, Ctrl-C', 'quit; the bot goes on'],
] as const;

/** All keys, in two columns. */
export function HelpDialog({ width }: { width: number }) {
  const half = Math.ceil(keys.length / 2);
  const column = Math.floor(width / 2);
  return (
    <Box flexDirection="column">
      <Line width={width} />
      {keys.slice(0, half).map((left, index) => (
        <Line key={left[0]} width={width}>
          <Entry entry={left} width={column} />
          <Entry entry={keys[half + index] ?? ['', '']} width={column} />
        </Line>
      ))}
    </Box>
  );
}

function Entry({ entry: [key, does], width }: { entry: readonly [string, string]; width: number }) {
  return (
    <>
      <Say as="strong">{`  ${cell(key, 14, '')}`}</Say>
      <Say>{cell(does, width - 16, '')}</Say>
    </>
  );
}
