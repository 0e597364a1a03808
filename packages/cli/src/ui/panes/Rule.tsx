import { type Meaning, useTheme } from '../theme.ts';
import { Line, type Span } from './Line.tsx';

interface Props {
  readonly width: number;
  readonly title?: string;
  readonly active?: boolean;
  /** Of the line itself. */
  readonly as?: Meaning;
  /** A second title, after a joint at column `at`. */
  readonly second?: { readonly title: string; readonly at: number; readonly joint: 'down' | 'up' } | undefined;
}

/** A line across the screen with the title of what is below it; the title of the pane with the keys is strong. */
export function Rule({ width, title = '', active = false, as = 'quiet', second }: Props) {
  const { glyphs } = useTheme();
  const label = title === '' ? '' : ` ${title} `;
  const end = second?.at ?? width;
  const filled = glyphs.rule.repeat(Math.max(0, end - label.length - 1));
  const secondLabel = second?.title ? `${glyphs.rule} ${second.title} ` : '';
  const spans: Span[] = [
    { text: glyphs.rule, as },
    { text: label, as: active ? 'strong' : 'quiet' },
    { text: filled, as },
    { text: second ? (glyphs[second.joint] + secondLabel).padEnd(width - end, glyphs.rule) : '', as },
  ];
  return <Line width={width} spans={spans} />;
}
