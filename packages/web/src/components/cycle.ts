/** The currencies of a cycle in the order they are passed through. */
export const pathOf = (symbols: readonly string[]): string => symbols.join(' → ');

/** TRI is one colour, any other type is purple. */
export const typeTone = (type: string): string => (type === 'TRI' ? 'type-tri' : 'type-quad');
