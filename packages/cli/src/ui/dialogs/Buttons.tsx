import { Line, type Span } from '../panes/Line.tsx';
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
  const spans: Span[] = [
    { text: ` ${mark('cancel')}[ n Cancel ]   `, as: button === 'cancel' ? 'strong' : 'quiet' },
    { text: `${mark('confirm')}[ y ${confirm} ]`, as },
    { text: '   tab changes, Enter takes', as: 'quiet' },
  ];
  return <Line width={width} spans={spans} />;
}
