import { Line, Say } from '../panes/Line.tsx';
import type { Button } from '../screen-state.ts';
import { type Meaning, useTheme } from '../theme.ts';

interface Props {
  readonly width: number;
  readonly button: Button;
  readonly confirm: string;
  readonly as: Meaning;
}

/** Cancel, and the deed by its name; Enter takes the one under the pointer. */
export function Buttons({ width, button, confirm, as }: Props) {
  const { glyphs } = useTheme();
  const mark = (name: Button) => (button === name ? glyphs.pointer : ' ');
  return (
    <Line width={width}>
      <Say as={button === 'cancel' ? 'strong' : 'quiet'}>{` ${mark('cancel')}[ n Cancel ]   `}</Say>
      <Say as={as}>{`${mark('confirm')}[ y ${confirm} ]`}</Say>
      <Say as="quiet">{'   tab changes, Enter takes'}</Say>
    </Line>
  );
}
