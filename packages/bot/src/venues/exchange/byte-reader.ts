/** 10 to the power of its place; each is an exact double. */
const powersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const largestExact = Number.MAX_SAFE_INTEGER;
const [quote, dot, zero, nine, backslash] = [0x22, 0x2e, 0x30, 0x39, 0x5c];
const [objectStart, objectEnd, colon, comma] = [0x7b, 0x7d, 0x3a, 0x2c];
const [dash, letterT, letterZ] = [0x2d, 0x54, 0x5a];
const decoder = new TextDecoder();

/** The bytes of a piece of text that is looked for. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Reads one message of JSON from its bytes, without making an object of it. Each method reads on from `at`. Where the bytes have
 * another form than the method reads, it answers false, −1 or NaN, and `at` means nothing any more: the message is read another way.
 */
export class ByteReader {
  bytes: Uint8Array = new Uint8Array(0);
  at = 0;
  /** The whole message, once a piece of it was asked for. */
  #text: string | null = null;
  /** The last date that was read, as one number of 8 digits, and when it began. */
  #date = Number.NaN;
  #dateStart = Number.NaN;

  open(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.at = 0;
    this.#text = null;
  }

  /** Whether these bytes come next; reads them. */
  skip(expected: Uint8Array): boolean {
    const { bytes } = this;
    const from = this.at;
    for (let place = 0; place < expected.length; place++) if (bytes[from + place] !== expected[place]) return false;
    this.at = from + expected.length;
    return true;
  }

  /** Whether that byte comes next; reads it. */
  take(byte: number): boolean {
    if (this.bytes[this.at] !== byte) return false;
    this.at++;
    return true;
  }

  /** A whole number without sign, of at most 15 digits. */
  whole(): number {
    const { bytes } = this;
    const from = this.at;
    let value = 0;
    let at = from;
    for (; isDigit(bytes[at]); at++) value = 10 * value + ((bytes[at] as number) - zero);
    this.at = at;
    const digits = at - from;
    return digits === 0 || digits > 15 || (digits > 1 && bytes[from] === zero) ? Number.NaN : value;
  }

  /** A decimal without sign up to and with the quote that ends it, as `number` reads it. */
  decimal(): number {
    const value = this.number();
    return this.take(quote) ? value : Number.NaN;
  }

  /**
   * A decimal without sign. Its digits are read as one integer below 2^53 and divided once by a power of ten: the nearest double, as `Number`
   * gives it. One with more digits is NaN, as is one that JSON does not know as a number but for zeros in front.
   */
  number(): number {
    const { bytes } = this;
    let at = this.at;
    const from = at;
    let digits = 0;
    for (; isDigit(bytes[at]); at++) digits = 10 * digits + ((bytes[at] as number) - zero);
    let isGood = at > from;
    let decimals = 0;
    if (bytes[at] === dot) {
      const first = ++at;
      // Zeros at the end count for nothing, and most of what is written ends with several.
      let zeros = 0;
      for (; isDigit(bytes[at]); at++) {
        const digit = (bytes[at] as number) - zero;
        zeros++;
        if (digit === 0) continue;
        digits = digits * (zeros === 1 ? 10 : (powersOfTen[zeros] ?? Number.NaN)) + digit;
        decimals += zeros;
        zeros = 0;
      }
      isGood &&= at > first;
    }
    this.at = at;
    if (!isGood || !(digits <= largestExact)) return Number.NaN;
    return decimals === 0 ? digits : digits / (powersOfTen[decimals] ?? Number.NaN);
  }

  /** The place in the table of the name up to and with the quote that ends it; −1 where the table has it not, or where it is escaped. */
  name(table: NameTable): number {
    const { bytes } = this;
    const from = this.at;
    let at = from;
    let hash = 0;
    for (; at < bytes.length && bytes[at] !== quote; at++) hash = (31 * hash + (bytes[at] as number)) | 0;
    this.at = at + 1;
    return table.find(bytes, from, at, hash);
  }

  /**
   * An object with fields of that table, in whatever order, each at most once; those of `needed`, a bit for each place in the table, are
   * there. `readValue` gets the place of a field and reads its value.
   */
  fields(keys: NameTable, needed: number, readValue: (key: number) => boolean): boolean {
    if (!this.take(objectStart)) return false;
    let seen = 0;
    do {
      if (!this.take(quote)) return false;
      const key = this.name(keys);
      if (key < 0 || (seen & (1 << key)) !== 0 || !this.take(colon)) return false;
      seen |= 1 << key;
      if (!readValue(key)) return false;
    } while (this.take(comma));
    return (seen & needed) === needed && this.take(objectEnd);
  }

  /** Reads up to and with the next quote. */
  text(): boolean {
    const { bytes } = this;
    let at = this.at;
    while (at < bytes.length && bytes[at] !== quote && bytes[at] !== backslash) at++;
    this.at = at + 1;
    return bytes[at] === quote;
  }

  /** What was read since a place, as text; null where the message is not all ASCII, as each byte of it is then no character of its own. */
  since(from: number): string | null {
    this.#text ??= decoder.decode(this.bytes);
    return this.#text.length === this.bytes.length ? this.#text.slice(from, this.at) : null;
  }

  /**
   * A time as `2026-01-31T12:00:00.123456Z`, up to and with the quote that ends it, in ms since 1970 as `Date.parse` gives it; NaN where it is
   * written in another way.
   */
  time(): number {
    const { bytes } = this;
    const from = this.at;
    const date =
      1e6 * this.#pair(from) + 1e4 * this.#pair(from + 2) + 100 * this.#pair(from + 5) + this.#pair(from + 8);
    if (!(date >= 0) || bytes[from + 4] !== dash || bytes[from + 7] !== dash || bytes[from + 10] !== letterT)
      return Number.NaN;
    if (date !== this.#date) {
      const digits = String(date).padStart(8, '0');
      this.#dateStart = Date.parse(`${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`);
      this.#date = date;
    }
    const [hours, minutes, seconds] = [this.#pair(from + 11), this.#pair(from + 14), this.#pair(from + 17)];
    if (!(hours < 24 && minutes < 60 && seconds < 60)) return Number.NaN;
    if (bytes[from + 13] !== colon || bytes[from + 16] !== colon) return Number.NaN;
    let at = from + 19;
    let ms = 0;
    if (bytes[at] === dot) {
      const first = ++at;
      for (let worth = 100; isDigit(bytes[at]); at++, worth = Math.floor(worth / 10))
        ms += worth * ((bytes[at] as number) - zero);
      // Of more digits `Date.parse` makes what it likes.
      if (at === first || at > first + 9) return Number.NaN;
    }
    if (bytes[at] !== letterZ || bytes[at + 1] !== quote) return Number.NaN;
    this.at = at + 2;
    return this.#dateStart + 3_600_000 * hours + 60_000 * minutes + 1_000 * seconds + ms;
  }

  /** The number of two digits at a place; NaN where there are none. */
  #pair(at: number): number {
    const [tens, ones] = [this.bytes[at], this.bytes[at + 1]];
    return isDigit(tens) && isDigit(ones) ? 10 * ((tens as number) - zero) + ((ones as number) - zero) : Number.NaN;
  }

  /** The byte so many places on. */
  peek(places: number): number | undefined {
    return this.bytes[this.at + places];
  }

  /** Leaves out all but the last `places` bytes. */
  jumpTo(places: number): void {
    this.at = Math.max(this.at, this.bytes.length - places);
  }

  isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= nine;

/** Names by their bytes, each with its place in the list that the table was made of. */
export type NameTable = {
  /** `hash` of the bytes `from` up to `to`: 31 times what came before plus the byte, in 32 bits. −1 where there is no such name. */
  find(bytes: Uint8Array, from: number, to: number, hash: number): number;
};

export const createNameTable = (names: readonly string[]): NameTable => {
  const written = names.map(bytesOf);
  const size = 2 ** Math.ceil(Math.log2(4 * names.length + 4));
  const slots = new Int32Array(size).fill(-1);
  const freeSlot = (hash: number): number => {
    let slot = hash & (size - 1);
    while (slots[slot] !== -1) slot = (slot + 1) & (size - 1);
    return slot;
  };
  for (const [place, name] of written.entries())
    slots[freeSlot(name.reduce((hash, byte) => (31 * hash + byte) | 0, 0))] = place;

  const isSame = (name: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean => {
    if (name.length !== to - from) return false;
    for (let at = 0; at < name.length; at++) if (name[at] !== bytes[from + at]) return false;
    return true;
  };

  return {
    find: (bytes, from, to, hash) => {
      for (let slot = hash & (size - 1); ; slot = (slot + 1) & (size - 1)) {
        const place = slots[slot] as number;
        if (place === -1 || isSame(written[place] as Uint8Array, bytes, from, to)) return place;
      }
    },
  };
};
