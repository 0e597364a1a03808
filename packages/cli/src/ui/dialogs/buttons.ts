import { liveWord } from '@triquad/core';
import { type Line, type Span, span } from '../cells.ts';
import type { ActionDialog, Button } from '../screen-state.ts';
import type { Meaning } from '../theme.ts';

interface Offer {
  readonly dialog: ActionDialog;
  /** Label of the confirming button. */
  readonly confirm: string;
  readonly as: Meaning;
  /** Why it cannot be confirmed now; the button is then off. */
  readonly obstacle: string | null;
}

/** Cancel and the action, by its name. Enter presses the marked one. Real money then asks for a word instead. */
export function buttons({ dialog, confirm, as, obstacle }: Offer): Line {
  const mark = (name: Button) => (dialog.button === name ? '▸' : ' ');
  const state = obstacle === null ? '' : ` off: ${obstacle}`;
  if (dialog.word !== null) {
    return [
      span(` Type ${liveWord} and press Enter to ${lowered(confirm)} `),
      span(` > ${dialog.word.padEnd(liveWord.length, '_')} `, 'live'),
      obstacle === null ? span('  Esc cancels', 'quiet') : span(state, 'quiet'),
    ];
  }
  const line: Span[] = [
    span(` ${mark('cancel')}[ Cancel ]   `, dialog.button === 'cancel' ? 'strong' : 'quiet'),
    span(`${mark('confirm')}[ ${confirm} ]`, obstacle === null ? as : 'quiet'),
    span(state, 'quiet'),
  ];
  return line;
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
