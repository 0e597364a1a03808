import { lazy, Suspense } from 'react';
import { useClientState } from '../client-context.tsx';

const ToastStack = lazy(() => import('./ToastStack.tsx').then((module) => ({ default: module.ToastStack })));

/** Short messages; their code arrives with the first one. */
export function Toasts() {
  const some = useClientState((state) => state.toasts.length > 0);
  return <Suspense fallback={null}>{some && <ToastStack />}</Suspense>;
}
