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
  const [place, show] = useState<Place>(() => ({ action: history.action, location: history.location }));
  const [leaving, ask] = useState<Leaving | null>(null);
  useLayoutEffect(() => listen(history, guard, ask, show), [history, guard]);
  const navigator = useMemo(() => ({ ...history, push: guardedPush(history, guard, ask) }), [history, guard]);
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

type BrowserHistory = ReturnType<typeof createBrowserHistory>;
type Place = Pick<BrowserHistory, 'action' | 'location'>;
type Ask = (leaving: Leaving) => void;

/** Shows each place that is come to. Going back has happened when it is heard of: it is taken back until it is confirmed. */
const listen = (history: BrowserHistory, guard: Guard, ask: Ask, show: (place: Place) => void): (() => void) => {
  let here = history.location.pathname;
  let isConfirmed = false;
  let returning: number | null = null;
  return history.listen(({ action, location, delta }) => {
    const steps = action === 'POP' ? delta : null;
    if (steps !== null && steps === returning) {
      returning = null;
      return;
    }
    if (steps !== null && guard.current !== null && !isConfirmed && location.pathname !== here) {
      const go = () => {
        isConfirmed = true;
        history.go(steps);
      };
      ask({ ...guard.current, go });
      returning = -steps;
      history.go(returning);
      return;
    }
    isConfirmed = false;
    here = location.pathname;
    show({ action, location });
  });
};

const guardedPush =
  (history: BrowserHistory, guard: Guard, ask: Ask) =>
  (to: To, state?: unknown): void => {
    const go = () => history.push(to, state);
    if (guard.current === null || isHere(history.createHref(to))) go();
    else ask({ ...guard.current, go });
  };

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
