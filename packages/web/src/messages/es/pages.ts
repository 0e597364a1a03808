import type { pages as english } from '../en/pages.ts';

export const pages: typeof english = {
  pages: {
    underConstruction: (page) => `La página ${page} está en construcción.`,
    back: 'Volver al panel',
    support:
      'No hay soporte alojado: el bot y este panel corren en tu propia máquina. Registros muestra qué hizo el bot y por qué; su descarga es lo que conviene adjuntar a un informe.',
    privacy:
      'Este panel habla con tu bot y con nadie más. Guarda tu token, tema e idioma en este navegador, no pone cookies y no cuenta visitas.',
    terms:
      'Software libre bajo licencia MIT, sin garantía de ningún tipo. Al operar puedes perder dinero; lo que ejecutes es decisión y riesgo tuyos.',
  },
};
