import type { ImportPreview, ImportRequest } from '../contract/import.ts';

/** The operator's selection of files, by name. */
export type Picks = Readonly<Record<string, boolean>>;

/** Sent files are chosen by default; a list of markets is no file of prices. */
export const chosenFiles = (picks: Picks, sent: readonly string[]): readonly string[] =>
  [...new Set([...sent, ...Object.keys(picks)])].filter(
    (name) => picks[name] ?? !/-instruments\.json(\.gz)?$/.test(name),
  );

/** Files sent for an import are removed afterwards. */
export const removedAfter = (chosen: readonly string[], sent: readonly string[]): Pick<ImportRequest, 'remove'> => {
  const remove = chosen.filter((name) => sent.includes(name));
  return remove.length > 0 ? { remove } : {};
};

/** Missing answers, each once: `files` lack it, none if it concerns no file. */
export const groupedMissing = (
  missing: readonly Pick<ImportPreview['missing'][number], 'file' | 'message'>[],
): readonly { readonly message: string; readonly files: readonly string[] }[] => {
  const byMessage = new Map<string, string[]>();
  for (const { file, message } of missing)
    byMessage.set(message, [...(byMessage.get(message) ?? []), ...(file === '' ? [] : [file])]);
  return [...byMessage].map(([message, files]) => ({ message, files: [...new Set(files)] }));
};
