/** Writes what Parquet says of itself: Thrift's compact protocol, as far as it is needed. Fields come in the order of their numbers. */
export type Thrift = {
  /** All that was written since the last call. */
  take(): Buffer;
  byte(value: number): void;
  /** A whole number that is not negative. */
  varint(value: number): void;
  struct(fields: () => void): void;
  structField(field: number, fields: () => void): void;
  i32(field: number, value: number): void;
  i64(field: number, value: number): void;
  text(field: number, value: string): void;
  i32s(field: number, values: readonly number[]): void;
  texts(field: number, values: readonly string[]): void;
  structs<T>(field: number, items: readonly T[], fields: (item: T) => void): void;
};

/** Types of the protocol. */
const [typeI32, typeI64, typeText, typeList, typeStruct] = [5, 6, 8, 9, 12];
/** A list that is longer says so in a number of its own. */
const shortList = 15;

export const createThrift = (): Thrift => {
  let parts: number[] = [];
  let last = 0;
  const byte = (value: number): void => void parts.push(value & 0xff);
  const varint = (value: number): void => {
    let left = value;
    while (left >= 0x80) {
      byte((left % 0x80) | 0x80);
      left = Math.floor(left / 0x80);
    }
    byte(left);
  };
  /** Whole numbers that are not negative take every second number. */
  const whole = (value: number): void => varint(2 * value);
  const text = (value: string): void => {
    const content = Buffer.from(value);
    varint(content.length);
    for (const one of content) byte(one);
  };
  const head = (field: number, type: number): void => {
    byte(((field - last) << 4) | type);
    last = field;
  };
  const list = <T>(field: number, type: number, items: readonly T[], write: (item: T) => void): void => {
    head(field, typeList);
    if (items.length < shortList) byte((items.length << 4) | type);
    else {
      byte(0xf0 | type);
      varint(items.length);
    }
    for (const item of items) write(item);
  };
  const struct = (fields: () => void): void => {
    const outer = last;
    last = 0;
    fields();
    byte(0);
    last = outer;
  };
  return {
    take: () => {
      const taken = Buffer.from(parts);
      parts = [];
      last = 0;
      return taken;
    },
    byte,
    varint,
    struct,
    structField: (field, fields) => {
      head(field, typeStruct);
      struct(fields);
    },
    i32: (field, value) => {
      head(field, typeI32);
      whole(value);
    },
    i64: (field, value) => {
      head(field, typeI64);
      whole(value);
    },
    text: (field, value) => {
      head(field, typeText);
      text(value);
    },
    i32s: (field, values) => list(field, typeI32, values, whole),
    texts: (field, values) => list(field, typeText, values, text),
    structs: (field, items, fields) => list(field, typeStruct, items, (item) => struct(() => fields(item))),
  };
};
