import { fieldValue, flat } from '../../forms/edits.ts';

const named = ['name', 'description'];

/** Settings of the second run that differ, as `threshold 0.3`; a dash for one that it leaves out. */
export const differencesOf = (one: object | null, other: object | null): readonly string[] => {
  const [before, after] = [flat(one), flat(other)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((path) => {
    const [was, is] = [before[path], after[path]].map((value) => String(fieldValue(value) ?? '–'));
    return was === is || named.includes(path) ? [] : [`${path.replaceAll('_', ' ')} ${is}`];
  });
};
