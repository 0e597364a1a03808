export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** The chosen language, else the first supported language of the browser, else English. */
export const languageOf = (chosen: string | null, preferred: readonly string[]): Language => {
  const wanted = [chosen ?? '', ...preferred].map((tag) => tag.toLowerCase().split('-')[0]);
  const found = wanted.flatMap((tag) => languages.filter((language) => language === tag));
  return found[0] ?? 'en';
};
