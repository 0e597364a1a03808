/** A key that is no text, and what was held down with it. */
export interface Key {
  readonly upArrow: boolean;
  readonly downArrow: boolean;
  readonly leftArrow: boolean;
  readonly rightArrow: boolean;
  readonly pageUp: boolean;
  readonly pageDown: boolean;
  readonly home: boolean;
  readonly end: boolean;
  readonly return: boolean;
  readonly escape: boolean;
  readonly tab: boolean;
  readonly backspace: boolean;
  readonly delete: boolean;
  readonly shift: boolean;
  readonly ctrl: boolean;
  /** Alt, Super, Hyper or Meta. */
  readonly meta: boolean;
}

/** One press of a key: the character it types, or the key that it is. */
export interface Stroke {
  readonly text: string;
  readonly key: Partial<Key>;
}

/** What comes from the keyboard: a key, or text pasted as a whole. */
export type Input = Stroke | { readonly paste: string };

export interface KeyReader {
  /** The inputs that this chunk completes, in order. */
  read(chunk: string): readonly Input[];
  /** The beginning of a sequence has come and the rest has not; a pasted text is awaited without a limit. */
  readonly isWaiting: boolean;
  /** Nothing more came: what waits was the Escape key, or a key with Alt. */
  rest(): readonly Input[];
}

const esc = '\x1b';
const pasteBegin = `${esc}[200~`;
const pasteEnd = `${esc}[201~`;
// Sequences of ECMA-48, 5.4; the Linux console puts a second bracket before its function keys. Two escapes: the key with Alt.
const sequence = new RegExp(`${esc}{1,2}(?:\\[(\\[?[0-?]*)[ -/]*([@-~])|O([@-~]))`, 'uy');
const beginning = new RegExp(`${esc}{1,2}(?:\\[\\[?[0-?]*[ -/]*|O)?$`, 'uy');
const withAlt = new RegExp(`${esc}([^${esc}])`, 'suy');

const byLetter: Readonly<Record<string, Partial<Key>>> = {
  A: { upArrow: true },
  B: { downArrow: true },
  C: { rightArrow: true },
  D: { leftArrow: true },
  F: { end: true },
  H: { home: true },
  Z: { tab: true, shift: true },
};
const byNumber: Readonly<Record<string, Partial<Key>>> = {
  1: { home: true },
  3: { delete: true },
  4: { end: true },
  5: { pageUp: true },
  6: { pageDown: true },
  7: { home: true },
  8: { end: true },
};

const held = { shift: 1, ctrl: 4, meta: 2 | 8 | 16 | 32 } as const;
const released = '3';

/** Reads keys from the bytes that a terminal sends. A sequence may be spread over chunks; one that is no known key is skipped as a whole. */
export function keyReader(): KeyReader {
  let waiting = '';
  return {
    get isWaiting() {
      return waiting !== '' && !waiting.startsWith(pasteBegin);
    },
    read: (chunk) => {
      const { inputs, rest } = inputsOf(waiting + chunk);
      waiting = rest;
      return inputs;
    },
    rest: () => {
      const left = waiting;
      waiting = '';
      const isEscape = left === esc || left === esc + esc;
      return isEscape ? [...left].map(() => ({ text: '', key: { escape: true } })) : [];
    },
  };
}

function inputsOf(bytes: string): { inputs: readonly Input[]; rest: string } {
  const inputs: Input[] = [];
  let at = 0;
  const found = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(bytes);
  };
  while (at < bytes.length) {
    if (bytes.startsWith(pasteBegin, at)) {
      const end = bytes.indexOf(pasteEnd, at);
      if (end < 0) return { inputs, rest: bytes.slice(at) };
      inputs.push({ paste: bytes.slice(at + pasteBegin.length, end) });
      at = end + pasteEnd.length;
      continue;
    }
    if (found(beginning) !== null) return { inputs, rest: bytes.slice(at) };
    const known = found(sequence);
    const alt = found(withAlt);
    const [whole = ''] = known ?? alt ?? [String.fromCodePoint(bytes.codePointAt(at) ?? 0)];
    const stroke = known !== null ? sequenceStroke(known) : alt !== null ? altStroke(alt) : strokeOf(whole);
    if (stroke !== null) inputs.push(stroke);
    at += whole.length;
  }
  return { inputs, rest: '' };
}

const altStroke = ([, character = '']: RegExpExecArray): Stroke => {
  const { text, key } = strokeOf(character);
  return { text, key: { ...key, meta: true } };
};

function sequenceStroke([whole, parameters = '', final = '', single = '']: RegExpExecArray): Stroke | null {
  const [first = '', modifiers = '', third = ''] = parameters.split(';');
  const [mask = '', event] = modifiers.split(':');
  if (event === released || parameters.startsWith('[')) return null;
  const bits = Math.max(0, Number(mask || 1) - 1) | (whole.startsWith(esc + esc) ? held.meta : 0);
  const modified: Partial<Key> = Object.fromEntries(
    Object.entries(held).flatMap(([name, bit]) => ((bits & bit) === 0 ? [] : [[name, true]])),
  );
  const isCharacter = final === 'u' || (final === '~' && first === '27');
  if (isCharacter) {
    const code = Number.parseInt(final === 'u' ? first : third, 10);
    if (!(code > 0 && code <= 0x10ffff)) return null;
    const { text, key } = code === 27 ? { text: '', key: { escape: true } } : strokeOf(String.fromCodePoint(code));
    return { text, key: { ...key, ...modified } };
  }
  const key = final === '~' ? byNumber[first] : byLetter[final + single];
  return key === undefined ? null : { text: '', key: { ...key, ...modified } };
}

function strokeOf(character: string): Stroke {
  if (character === '\r') return { text: '', key: { return: true } };
  if (character === '\t') return { text: '', key: { tab: true } };
  if (character === '\x7f' || character === '\b') return { text: '', key: { backspace: true } };
  if (character === esc) return { text: '', key: { escape: true } };
  const code = character.charCodeAt(0);
  return code < 32 ? { text: String.fromCharCode(code + 96), key: { ctrl: true } } : { text: character, key: {} };
}
