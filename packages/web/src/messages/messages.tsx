import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { useStorage } from '../app-context.tsx';
import { en, type Messages } from './en.ts';

export type Language = 'en' | 'es';
type Catalogue = {
  messages: Messages;
  language: Language;
  /** The operator has chosen the language; else each screen has the one it is written in. */
  isChosen: boolean;
  setLanguage: (language: Language) => void;
};

const storageKey = 'language';
const CatalogueContext = createContext<Catalogue>({
  messages: en,
  language: 'en',
  isChosen: false,
  setLanguage: () => {},
});

const load = async (language: Language): Promise<Messages> => (language === 'en' ? en : (await import('./es.ts')).es);

/** Gives the screens their texts; the language chosen is kept in the browser. */
export function MessagesProvider({ children }: { children: ReactNode }) {
  const storage = useStorage();
  const [language, choose] = useState<Language>(() => (storage.get(storageKey) === 'es' ? 'es' : 'en'));
  const [isChosen, setChosen] = useState(() => storage.get(storageKey) !== null);
  const [messages, setMessages] = useState<Messages>(en);

  useEffect(() => {
    let current = true;
    load(language).then((loaded) => {
      if (!current) return;
      document.documentElement.lang = language;
      setMessages(loaded);
    });
    return () => {
      current = false;
    };
  }, [language]);

  const setLanguage = useCallback(
    (next: Language) => {
      storage.set(storageKey, next);
      setChosen(true);
      choose(next);
    },
    [storage],
  );
  const catalogue = useMemo(
    () => ({ messages, language, isChosen, setLanguage }),
    [messages, language, isChosen, setLanguage],
  );
  return <CatalogueContext value={catalogue}>{children}</CatalogueContext>;
}

let spanish: Promise<Messages> | null = null;
const inSpanish = (): Promise<Messages> => {
  spanish ??= load('es');
  return spanish;
};

/** A part that is in Spanish as long as nobody has chosen a language. */
export function SpanishUnlessChosen({ children }: { children: ReactNode }) {
  const shown = use(CatalogueContext);
  const own = shown.isChosen ? null : use(inSpanish());
  const catalogue = useMemo(
    () => (own === null ? shown : { ...shown, messages: own, language: 'es' as const }),
    [own, shown],
  );
  return (
    <CatalogueContext value={catalogue}>
      <div lang={catalogue.language}>{children}</div>
    </CatalogueContext>
  );
}

export const useMessages = (): Messages => use(CatalogueContext).messages;
export const useLanguage = (): Omit<Catalogue, 'messages'> => use(CatalogueContext);
