import { Button, NonIdealState } from '@blueprintjs/core';
import { Error as ErrorIcon } from '@blueprintjs/icons';
import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useMessages } from '../messages/messages.tsx';

const screenHeight = 600;

/** A screen's code arrives when it is first shown; a screen that fails leaves the shell standing. */
export function ScreenFrame({ children }: { children: ReactNode }) {
  const messages = useMessages();
  const { pathname } = useLocation();
  return (
    <ErrorBoundary
      resetKey={pathname}
      fallback={(error) => (
        <NonIdealState
          icon={<ErrorIcon size={48} />}
          title={messages.panel.broken(messages.app.screen)}
          description={error.message}
          action={<Button text={messages.panel.retry} onClick={() => window.location.reload()} />}
        />
      )}
    >
      <Suspense fallback={<Skeleton height={screenHeight} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
