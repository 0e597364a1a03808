import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useStorage } from '../app-context.tsx';
import { en, type Messages } from './en.ts';
import { setFormatLanguage } from './format.ts';
import { type Language, languageOf } from './language.ts';

type Catalogue = {
  messages: Messages;
  language: Language;
  /** False while the browser's language stands for a choice of the operator. */
  isChosen: boolean;
  setLanguage: (language: Language) => void;
};

const storageKey = 'language';
const english = { language: 'en', messages: en } as const;
const CatalogueContext = createContext<Catalogue>({ ...english, isChosen: false, setLanguage: () => {} });

const load = async (language: Language): Promise<Messages> => (language === 'en' ? en : (await import('./es.ts')).es);

/**
 * Provides the texts of the screens. The chosen language is stored in the browser; the default is the browser's. Nothing is
 * shown before the texts are loaded, so that no screen changes its language while it is read.
 */
export function MessagesProvider({ children }: { children: ReactNode }) {
  const storage = useStorage();
  const [chosen, setChosen] = useState(() => storage.get(storageKey));
  const language = languageOf(chosen, navigator.languages);
  const [loaded, setLoaded] = useState<Pick<Catalogue, 'language' | 'messages'> | null>(
    language === 'en' ? english : null,
  );

  useEffect(() => {
    let current = true;
    load(language).then((messages) => {
      if (!current) return;
      document.documentElement.lang = language;
      setFormatLanguage(language);
      setLoaded({ language, messages });
    });
    return () => {
      current = false;
    };
  }, [language]);

  const choose = (next: Language) => {
    storage.set(storageKey, next);
    setChosen(next);
  };
  return loaded === null ? null : (
    <CatalogueContext value={{ ...loaded, isChosen: chosen !== null, setLanguage: choose }}>
      {children}
    </CatalogueContext>
  );
}

/** Texts in a language of its own until the operator chooses one anywhere; nothing is shown before they are loaded. */
export function SpokenUntilChosen({ language, children }: { language: Language | undefined; children: ReactNode }) {
  const page = use(CatalogueContext);
  const [loaded, setLoaded] = useState<Pick<Catalogue, 'language' | 'messages'> | null>(null);
  const own = page.isChosen || language === page.language ? undefined : language;
  useEffect(() => {
    let current = true;
    if (own !== undefined) load(own).then((messages) => current && setLoaded({ language: own, messages }));
    return () => {
      current = false;
    };
  }, [own]);
  if (own !== undefined && loaded?.language !== own) return null;
  return (
    <CatalogueContext value={own === undefined ? page : { ...page, ...loaded }}>
      <div className="spoken" lang={own ?? page.language}>
        {children}
      </div>
    </CatalogueContext>
  );
}

export const useMessages = (): Messages => use(CatalogueContext).messages;
export const useLanguage = (): Omit<Catalogue, 'messages'> => use(CatalogueContext);

/** The texts of the page and of a part that loads its own. */
export const useMessagesWith = <T extends object>(own: Readonly<Record<Language, T>>): Messages & T => {
  const { messages, language } = use(CatalogueContext);
  return { ...messages, ...own[language] };
};
