import { Tag } from '@blueprintjs/core';
import type { TradingMode } from '@triquad/core/contract';
import styles from './ModeTag.module.css';

type Props = { mode: TradingMode | null; text: string; title?: string; large?: boolean };

/** Paper money is a calm blue tag, live money an orange one with dark text: the two never look alike. */
export function ModeTag({ mode, text, title, large = false }: Props) {
  return (
    <Tag
      large={large}
      className={mode === 'live' ? (styles.live ?? '') : ''}
      intent={mode === 'paper' ? 'primary' : 'none'}
      {...(title === undefined ? {} : { title })}
    >
      {text}
    </Tag>
  );
}
