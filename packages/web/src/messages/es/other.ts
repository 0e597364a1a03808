import type { Messages } from '../en.ts';
import { formatIn } from '../format.ts';
import { plural } from './plural.ts';

const { number } = formatIn('es');

export const other: Pick<Messages, 'logs' | 'placeholder'> = {
  logs: {
    title: 'Registros del sistema',
    nav: 'Registros',
    search: 'Buscar en los registros',
    searchPlaceholder: 'Buscar mensaje, origen, campos',
    level: 'Nivel',
    all: 'TODOS',
    autoScroll: 'Desplazamiento automático',
    pause: 'Pausar',
    resume: 'Reanudar',
    clear: 'Vaciar',
    download: 'Descargar',
    total: (count) => `Total: ${number(count)}`,
    filtered: (count) => `Filtrados: ${number(count)}`,
    live: 'En vivo',
    paused: 'En pausa',
    missed: (count) => `${number(count)} más`,
    table: 'Entradas del registro',
    empty: 'Esperando registros...',
    emptyFiltered: 'Ninguna entrada cumple la búsqueda y el nivel',
    metadata: (count) => `+${plural(count, 'campo', 'campos')}`,
    columns: { time: 'Hora', level: 'Nivel', source: 'Origen', message: 'Mensaje', metadata: 'Metadatos' },
    connected: 'Conectado',
    disconnected: 'Desconectado',
    connecting: 'Conectando',
  },
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
