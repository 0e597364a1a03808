import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router, type To } from 'react-router-dom';

type Texts = { title: string; body: string; confirm: string; cancel: string };
/** A question whether to leave; `leave` repeats the navigation that it held back. */
type Question = Texts & { leave: () => void };
type Place = Pick<ReturnType<typeof createBrowserHistory>, 'action' | 'location'>;

/**
 * The browser's history, with a question before a screen with unsaved changes is left. React Router has a blocker only in
 * its data router, which costs 17 kB gzip for this one hook. Only another pathname is another screen.
 */
const createGuard = () => {
  const history = createBrowserHistory({ v5Compat: true });
  let texts: Texts | null = null;
  let here = history.location.pathname;
  let show = (_place: Place): void => {};
  let ask = (_question: Question): void => {};

  const push = (to: To, state?: unknown): void => {
    const leave = () => history.push(to, state);
    const { pathname } = new URL(history.createHref(to), window.location.href);
    if (texts === null || pathname === here) leave();
    else ask({ ...texts, leave });
  };

  // Back and forward have already happened when they are reported: they are undone until the question is answered.
  let undoing: number | null = null;
  let confirmed = false;
  history.listen(({ action, location, delta }) => {
    const steps = action === 'POP' ? delta : null;
    if (steps !== null && steps === undoing) {
      undoing = null;
      return;
    }
    if (steps !== null && texts !== null && !confirmed && location.pathname !== here) {
      ask({
        ...texts,
        leave: () => {
          confirmed = true;
          history.go(steps);
        },
      });
      undoing = -steps;
      history.go(undoing);
      return;
    }
    confirmed = false;
    here = location.pathname;
    show({ action, location });
  });

  return {
    navigator: { ...history, push },
    place: (): Place => ({ action: history.action, location: history.location }),
    connect: (onPlace: typeof show, onQuestion: typeof ask): void => {
      show = onPlace;
      ask = onQuestion;
    },
    isProtected: (): boolean => texts !== null,
    /** While there are texts, leaving asks. */
    protect: (next: Texts | null): void => {
      texts = next;
    },
  };
};

type Guarded = {
  protect: (texts: Texts | null) => void;
  isProtected: () => boolean;
  question: Question | null;
  answer: (leave: boolean) => void;
};
const GuardContext = createContext<Guarded>({
  protect: () => {},
  isProtected: () => false,
  question: null,
  answer: () => {},
});

/** The router of the page. The question itself is asked by `useUnsavedQuestion` inside of it. */
export function GuardedRouter({ basePath, children }: { basePath: string; children: ReactNode }) {
  const [guard] = useState(createGuard);
  const [place, setPlace] = useState(guard.place);
  const [question, setQuestion] = useState<Question | null>(null);
  useLayoutEffect(() => guard.connect(setPlace, setQuestion), [guard]);
  const answer = (leave: boolean) => {
    setQuestion(null);
    if (leave) question?.leave();
  };
  return (
    <GuardContext value={{ protect: guard.protect, isProtected: guard.isProtected, question, answer }}>
      <Router basename={basePath} location={place.location} navigationType={place.action} navigator={guard.navigator}>
        {children}
      </Router>
    </GuardContext>
  );
}

/** The question on screen, null while none is asked; `answer(true)` leaves. */
export const useLeaving = (): Pick<Guarded, 'question' | 'answer'> => use(GuardContext);

/** True if the screen has unsaved changes. */
export const useIsProtected = (): Guarded['isProtected'] => use(GuardContext).isProtected;

/** While there are texts, they are asked before another screen is shown; the browser asks before the page is closed. */
export const useGuard = (texts: Texts | null): void => {
  const { protect } = use(GuardContext);
  useEffect(() => {
    protect(texts);
    if (texts === null) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    return () => {
      protect(null);
      window.removeEventListener('beforeunload', stay);
    };
  }, [protect, texts]);
};
