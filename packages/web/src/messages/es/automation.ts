import type { automation as english } from '../en/automation.ts';

export const automation: typeof english = {
  automation: {
    title: 'Oportunidades',
    automatic: 'Las ejecuta el bot',
    byHand: 'A tu decisión',
    automaticHint: 'Lo que supera el umbral y cabe en los límites se ejecuta al momento.',
    byHandHint: 'No se ejecuta nada hasta que alguien la abre y la confirma.',
    liveHint: 'El dinero real siempre espera tu decisión.',
    adminOnly: 'Solo un administrador puede cambiarlo.',
    failed: (why) => `No se cambió: ${why}`,
  },
};
