import { Button } from '@blueprintjs/core';
import { Error as ErrorIcon } from '@blueprintjs/icons';
import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { Skeleton } from '../elements/Skeleton.tsx';
import { useMessages } from '../messages/messages.tsx';
import styles from './ScreenFrame.module.css';

const screenHeight = 600;

/** A screen's code arrives when it is first shown; a screen that fails leaves the shell standing. */
export function ScreenFrame({ children }: { children: ReactNode }) {
  const messages = useMessages();
  const { pathname } = useLocation();
  return (
    <ErrorBoundary
      resetKey={pathname}
      fallback={(error) => (
        <div className={styles.failed} role="alert">
          <ErrorIcon size={48} />
          <strong>{messages.panel.broken(messages.app.screen)}</strong>
          <span>{error.message}</span>
          <Button text={messages.panel.retry} onClick={() => window.location.reload()} />
        </div>
      )}
    >
      <Suspense fallback={<Skeleton height={screenHeight} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
