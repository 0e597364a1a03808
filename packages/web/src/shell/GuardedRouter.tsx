import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router, type To } from 'react-router-dom';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';

type Texts = { title: string; body: string; confirm: string; cancel: string };
/** What is asked before the screen may be left; null while it may. */
type Guard = { current: Texts | null };
type Leaving = Texts & { go: () => void };

const GuardContext = createContext<Guard>({ current: null });

/** The browser's history, with a question before leaving a screen on which something is not saved. */
export function GuardedRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [guard] = useState<Guard>(() => ({ current: null }));
  const [place, setPlace] = useState(() => ({ action: history.action, location: history.location }));
  const [leaving, ask] = useState<Leaving | null>(null);

  useLayoutEffect(() => {
    let allowed = false;
    let here = history.location.pathname;
    const returning = { steps: 0 };
    return history.listen(({ action, location, delta }) => {
      const isBack = action === 'POP' && delta !== null;
      if (isBack && returning.steps === delta) {
        returning.steps = 0;
        return;
      }
      if (isBack && guard.current !== null && !allowed && location.pathname !== here) {
        // It has happened already: it is taken back until the answer is there.
        returning.steps = -delta;
        history.go(-delta);
        ask({
          ...guard.current,
          go: () => {
            allowed = true;
            history.go(delta);
          },
        });
        return;
      }
      allowed = false;
      here = location.pathname;
      setPlace({ action, location });
    });
  }, [history, guard]);

  const navigator = useMemo(() => {
    const push = (to: To, state?: unknown) => {
      if (guard.current === null || isHere(history.createHref(to))) return history.push(to, state);
      ask({ ...guard.current, go: () => history.push(to, state) });
    };
    return { ...history, push };
  }, [history, guard]);

  return (
    <GuardContext value={guard}>
      <Router location={place.location} navigationType={place.action} navigator={navigator}>
        {children}
      </Router>
      <ConfirmDialog
        isOpen={leaving !== null}
        title={leaving?.title ?? ''}
        body={leaving?.body ?? ''}
        confirm={leaving?.confirm ?? ''}
        cancel={leaving?.cancel}
        intent="warning"
        onCancel={() => ask(null)}
        onConfirm={() => {
          leaving?.go();
          ask(null);
        }}
      />
    </GuardContext>
  );
}

const isHere = (href: string): boolean => new URL(href, window.location.href).pathname === window.location.pathname;

/** While there are texts, they are asked before another screen is shown; the browser asks before the page is closed. */
export const useGuard = (texts: Texts | null): void => {
  const guard = use(GuardContext);
  useEffect(() => {
    guard.current = texts;
    if (texts === null) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => {
      guard.current = null;
      window.removeEventListener('beforeunload', stay);
    };
  }, [guard, texts]);
};
