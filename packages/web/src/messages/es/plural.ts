/** The count, and the word that goes with it. */
export const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('es')} ${count === 1 ? one : many}`;
