import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { useStorage } from '../app-context.tsx';

export type Theme = 'light' | 'dark';
type ThemeChoice = { theme: Theme; toggle: () => void };

const storageKey = 'theme';
const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)');
const read = (stored: string | null): Theme | null => (stored === 'light' || stored === 'dark' ? stored : null);

const apply = (theme: Theme) => document.documentElement.classList.toggle('bp6-dark', theme === 'dark');

const ThemeContext = createContext<ThemeChoice>({ theme: 'light', toggle: () => {} });

// The class is set before the state, because charts read colours from the style sheet when they render.
/** Light or dark: the stored choice, otherwise the system's preference, followed when it changes. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const storage = useStorage();
  const [chosen, choose] = useState(() => read(storage.get(storageKey)));
  const [system, setSystem] = useState<Theme>(() => (darkSystem().matches ? 'dark' : 'light'));
  const theme = chosen ?? system;

  useEffect(() => {
    const preference = darkSystem();
    const follow = () => {
      const next = preference.matches ? 'dark' : 'light';
      if (chosen === null) apply(next);
      setSystem(next);
    };
    preference.addEventListener('change', follow);
    return () => preference.removeEventListener('change', follow);
  }, [chosen]);

  const toggle = useCallback(() => {
    const next = theme === 'dark' ? 'light' : 'dark';
    storage.set(storageKey, next);
    apply(next);
    choose(next);
  }, [theme, storage]);

  const choice = useMemo(() => ({ theme, toggle }), [theme, toggle]);
  return <ThemeContext value={choice}>{children}</ThemeContext>;
}

export const useTheme = (): ThemeChoice => use(ThemeContext);
