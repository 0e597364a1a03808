import type { Later } from '../en/later.ts';

export const session: Pick<Later, 'recorder' | 'palette'> = {
  recorder: {
    title: 'Grabadora de sesión',
    pause: 'Pausar',
    resume: 'Reanudar',
    moment: 'Momento mostrado',
    save: 'Exportar',
    load: 'Cargar',
    close: 'Cerrar la grabadora',
    past: (moment) => `Esto es el pasado, tal como era a las ${moment}. No se puede cambiar.`,
    recording: (moment) => `Esto es una sesión cargada, tal como era a las ${moment}. No se puede cambiar.`,
    back: 'Volver al presente',
  },
  palette: {
    label: 'Paleta de comandos',
    placeholder: 'Ir a, iniciar, detener, buscar…',
    none: 'No hay tal comando',
    saveSession: 'Guardar la grabación de esta sesión',
    saveTrades: 'Guardar todas las operaciones en CSV',
    life: (id: string) => `Qué fue de ${id}`,
    logs: (words: string) => `Buscar «${words}» en los registros`,
  },
};
