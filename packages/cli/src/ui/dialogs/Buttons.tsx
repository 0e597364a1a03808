import { liveWord } from '../../confirm.ts';
import { Line, type Span } from '../panes/Line.tsx';
import type { ActionDialog, Button } from '../screen-state.ts';
import { type Meaning, useTheme } from '../theme.ts';

interface Props {
  readonly width: number;
  readonly dialog: ActionDialog;
  /** What the other button does. */
  readonly confirm: string;
  readonly as: Meaning;
  /** Why it cannot be confirmed now; the button is then off. */
  readonly obstacle: string | null;
}

/** Cancel and the action, by its name. Enter presses the marked one. Real money then asks for a word instead. */
export function Buttons({ width, dialog, confirm, as, obstacle }: Props) {
  const { glyphs } = useTheme();
  const mark = (name: Button) => (dialog.button === name ? glyphs.pointer : ' ');
  const state = obstacle === null ? '' : ` off: ${obstacle}`;
  if (dialog.word !== null) {
    const field = ` > ${dialog.word.padEnd(liveWord.length, '_')} `;
    return (
      <Line
        width={width}
        spans={[
          { text: ` Type ${liveWord} and press Enter to ${lowered(confirm)} ` },
          { text: field, as: 'live' },
          { text: obstacle === null ? '  Esc cancels' : state, as: 'quiet' },
        ]}
      />
    );
  }
  const spans: Span[] = [
    { text: ` ${mark('cancel')}[ Cancel ]   `, as: dialog.button === 'cancel' ? 'strong' : 'quiet' },
    { text: `${mark('confirm')}[ ${confirm} ]`, as: obstacle === null ? as : 'quiet' },
    { text: state === '' ? '   Tab marks, Enter presses' : state, as: 'quiet' },
  ];
  return <Line width={width} spans={spans} />;
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
