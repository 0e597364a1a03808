import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { useStorage } from '../app-context.tsx';
import { en, type Messages } from './en.ts';

export type Language = 'en' | 'es';
type Catalogue = { messages: Messages; language: Language; setLanguage: (language: Language) => void };

const storageKey = 'language';
const CatalogueContext = createContext<Catalogue>({ messages: en, language: 'en', setLanguage: () => {} });

const load = async (language: Language): Promise<Messages> => (language === 'en' ? en : (await import('./es.ts')).es);

/** Gives the screens their texts; the language chosen is kept in the browser. */
export function MessagesProvider({ children }: { children: ReactNode }) {
  const storage = useStorage();
  const [language, choose] = useState<Language>(() => (storage.get(storageKey) === 'es' ? 'es' : 'en'));
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
      choose(next);
    },
    [storage],
  );
  const catalogue = useMemo(() => ({ messages, language, setLanguage }), [messages, language, setLanguage]);
  return <CatalogueContext value={catalogue}>{children}</CatalogueContext>;
}

export const useMessages = (): Messages => use(CatalogueContext).messages;
export const useLanguage = (): Omit<Catalogue, 'messages'> => use(CatalogueContext);
