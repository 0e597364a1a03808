// ASCII, Latin, and the punctuation, arrows, rules and bars that stand in our own lines: one column each.
const narrow = /^[\x20-\x7e\xa1-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u25fc]*$/;
const wide =
  /^[\u1100-\u115f\u231a\u231b\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const invisible = /^[\p{M}\p{Cf}]+$/u;

let segmenter: Intl.Segmenter | undefined;

/** The columns that a text takes in a terminal: two for a wide character, none for a mark on another. */
export function columnsOf(text: string): number {
  if (narrow.test(text)) return text.length;
  return charactersOf(text).reduce((sum, character) => sum + widthOf(character), 0);
}

/** `text` in exactly `columns`: filled up with spaces, or cut off with `more` at its end. */
export function fitted(text: string, columns: number, more: string, align: 'left' | 'right' = 'left'): string {
  const width = columnsOf(text);
  const fill = ' '.repeat(Math.max(0, columns - width));
  if (width > columns) return cutOff(text, columns, more);
  return align === 'right' ? fill + text : text + fill;
}

/** As much of `text` as `columns` hold, `more` last where something is missing. */
export function cutOff(text: string, columns: number, more: string): string {
  if (columnsOf(text) <= columns) return text;
  if (columns < more.length) return ' '.repeat(Math.max(0, columns));
  const room = columns - more.length;
  if (narrow.test(text)) return text.slice(0, room) + more;
  let kept = '';
  let used = 0;
  for (const character of charactersOf(text)) {
    const width = widthOf(character);
    if (used + width > room) break;
    kept += character;
    used += width;
  }
  // Half of a wide character is left blank.
  return kept + ' '.repeat(room - used) + more;
}

/** User-perceived characters (grapheme clusters). */
export function charactersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function widthOf(character: string): number {
  if (invisible.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
