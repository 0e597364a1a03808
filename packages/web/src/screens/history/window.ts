const dayMs = 86_400_000;

export const windows = ['today', 'yesterday', 'week', 'month'] as const;
export type Window = (typeof windows)[number];

/** The window that an address names; today without one. */
export const windowOf = (name: string): Window => windows.find((known) => known === name) ?? 'today';

/** Its ends as ISO 8601, by days in UTC; `midnight` is the last one, in epoch milliseconds. What has no end goes on. */
export const endsOf = (window: Window, midnight: number): { readonly from: string; readonly to?: string } => {
  const at = (days: number, ms = 0): string => new Date(midnight - days * dayMs + ms).toISOString();
  switch (window) {
    case 'today':
      return { from: at(0) };
    case 'yesterday':
      return { from: at(1), to: at(0, -1) };
    case 'week':
      return { from: at(6) };
    case 'month':
      return { from: at(29) };
  }
};
