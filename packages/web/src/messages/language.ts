export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** What the operator chose, else the first of the browser's languages that there are texts in, else English. */
export const languageOf = (chosen: string | null, preferred: readonly string[]): Language => {
  const wanted = [chosen ?? '', ...preferred].map((tag) => tag.toLowerCase().split('-')[0]);
  const found = wanted.flatMap((tag) => languages.filter((language) => language === tag));
  return found[0] ?? 'en';
};
