import { Line, Say } from './Line.tsx';

const keys = [
  ['s', 'start/stop'],
  ['x', 'execute'],
  ['m', 'mode'],
  ['/', 'filter'],
  ['l', 'level'],
  ['p', 'pause'],
  ['tab', 'pane'],
  ['?', 'help'],
  ['q', 'quit'],
] as const;

export function Footer({ width }: { width: number }) {
  return (
    <Line width={width}>
      <Say> </Say>
      {keys.map(([key, does]) => (
        <Key key={key} name={key} does={does} />
      ))}
    </Line>
  );
}

function Key({ name, does }: { name: string; does: string }) {
  return (
    <>
      <Say as="strong">{name}</Say>
      <Say as="quiet">{` ${does}  `}</Say>
    </>
  );
}
