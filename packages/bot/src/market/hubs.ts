/**
 * Few currencies that together touch every market. Every market has a quote, so the quotes do; the least traded of them
 * are left out wherever all their partners are hubs already.
 */
export function hubsOf(currencies: number, edgeFrom: Int32Array, edgeTo: Int32Array): number[] {
  const partners: Set<number>[] = Array.from({ length: currencies }, () => new Set());
  edgeFrom.forEach((from, edge) => {
    partners[from]?.add(edgeTo[edge] ?? from);
  });
  const quotes = new Set(edgeFrom.filter((_, edge) => edge % 2 === 1));
  const degree = (currency: number): number => partners[currency]?.size ?? 0;
  for (const currency of [...quotes].sort((a, b) => degree(a) - degree(b) || a - b)) {
    if ([...(partners[currency] ?? [])].every((partner) => quotes.has(partner))) quotes.delete(currency);
  }
  return [...quotes].sort((a, b) => a - b);
}
