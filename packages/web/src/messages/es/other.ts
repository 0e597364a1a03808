import type { Messages } from '../en.ts';

export const other: Pick<Messages, 'placeholder'> = {
  placeholder: {
    screens: {
      performance: { title: 'Rendimiento', nav: 'Rendimiento' },
      positions: { title: 'Posiciones', nav: 'Posiciones' },
      history: { title: 'Historial', nav: 'Historial' },
      docs: { title: 'Documentación', nav: 'Guía' },
      api: { title: 'Referencia de la API', nav: 'API' },
      support: { title: 'Soporte', nav: 'Soporte' },
      privacy: { title: 'Privacidad', nav: 'Privacidad' },
      terms: { title: 'Términos', nav: 'Términos' },
    },
  },
};
