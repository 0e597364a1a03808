import { Button, Drawer } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type ReactNode, useId } from 'react';
import { useMessages } from '../messages/messages.tsx';
import styles from './DialogFrame.module.css';
import { SafetyButtons } from './SafetyButtons.tsx';

type Props = {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  tags?: ReactNode;
  /** Buttons beside the one that closes it. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A drawer on the right, below the header for the same reason as a DialogFrame; it fills a narrow screen. */
export function DrawerFrame({ isOpen, title, onClose, tags, actions, children }: Props) {
  const { dialog } = useMessages();
  const titleId = useId();
  return (
    <Drawer
      isOpen={isOpen}
      onClose={onClose}
      size="var(--drawer-width)"
      className={styles.drawer ?? ''}
      portalClassName={styles.frame ?? ''}
      backdropClassName={styles.backdrop ?? ''}
    >
      {/* Blueprint's drawer has no role of its own. */}
      <div className={styles.drawerPanel} role="dialog" aria-modal aria-labelledby={titleId}>
        <div className={styles.drawerHead}>
          <h2 id={titleId}>{title}</h2>
          {tags && <span className={styles.drawerTags}>{tags}</span>}
          <span className={styles.drawerButtons}>
            {actions}
            <Button
              variant="minimal"
              icon={<Cross />}
              aria-label={dialog.close}
              title={dialog.close}
              onClick={onClose}
            />
          </span>
        </div>
        <div className={styles.drawerBody}>{children}</div>
        <SafetyButtons />
      </div>
    </Drawer>
  );
}
