import type { pages as english } from '../en/pages.ts';

export const pages: typeof english = {
  pages: {
    underConstruction: (page) => `La página ${page} está en construcción.`,
    back: 'Volver al panel',
  },
};
