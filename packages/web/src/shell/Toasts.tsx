import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { useClientState } from '../client-context.tsx';
import { SpokenUntilChosen } from '../messages/messages.tsx';
import { screens } from '../screens.ts';

const ToastStack = lazy(() => import('./ToastStack.tsx').then((module) => ({ default: module.ToastStack })));

/** Short messages, in the language of the screen that is open; their code arrives with the first one. */
export function Toasts() {
  const some = useClientState((state) => state.toasts.length > 0);
  const { pathname } = useLocation();
  const screen = screens.find(({ name }) => pathname === `/${name}`);
  return (
    <Suspense fallback={null}>
      {some && (
        <SpokenUntilChosen language={screen?.language}>
          <ToastStack />
        </SpokenUntilChosen>
      )}
    </Suspense>
  );
}
