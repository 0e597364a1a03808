import { Dialog } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import styles from './DialogFrame.module.css';
import { SafetyButtons } from './SafetyButtons.tsx';

type Props = {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog';
  /** False if a click outside would discard input. */
  canOutsideClickClose?: boolean;
  /** 800 px instead of 500. */
  wide?: boolean;
  /** Off for the questions that the safety buttons themselves ask. */
  safety?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * A dialog below the header, so that the bot's state, Stop and the kill switch stay in sight and clickable. For the
 * keyboard the same two buttons end its focus trap. It fills a narrow screen above the bottom bar.
 */
export function DialogFrame({ wide = false, safety = true, className = '', children, ...dialog }: Props) {
  return (
    <Dialog
      {...dialog}
      className={`${styles.dialog} ${wide ? styles.wide : ''} ${className}`}
      portalClassName={styles.frame ?? ''}
      backdropClassName={styles.backdrop ?? ''}
    >
      {children}
      {safety && <SafetyButtons />}
    </Dialog>
  );
}
