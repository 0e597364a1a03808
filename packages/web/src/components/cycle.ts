/** The currencies of a cycle in the order they are passed through. */
export const pathOf = (symbols: readonly string[]): string => symbols.join(' → ');

/** The same where there is little room: without the return to where it began. */
export const shortPathOf = (symbols: readonly string[]): string =>
  (symbols.length > 1 && symbols.at(-1) === symbols[0] ? symbols.slice(0, -1) : symbols).join('→');

/** TRI is one colour, any other type is purple. */
export const typeTone = (type: string): string => (type === 'TRI' ? 'type-tri' : 'type-quad');
