import type { Later } from '../en/later.ts';
import { formatIn } from '../format.ts';
import { plural } from './plural.ts';

const { number } = formatIn('es');

export const logs: Pick<Later, 'logs'> = {
  logs: {
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
};
