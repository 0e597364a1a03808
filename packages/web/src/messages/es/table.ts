import type { Messages } from '../en.ts';

export const table: Pick<Messages, 'table'> = {
  table: {
    copy: 'Copiar',
    copied: 'Copiado',
    copyHint: 'Copia las filas tal como se muestran, para una hoja de cálculo',
    sortBy: 'Ordenar por',
    unsorted: 'Orden de llegada',
    ascending: (column) => `${column}, ascendente`,
    descending: (column) => `${column}, descendente`,
    plain: 'Mostrar como tabla simple',
    spreadsheet: 'Mostrar como hoja de cálculo',
    source: 'Origen',
    waiting: (count) => `${count.toLocaleString('es')} más, en espera`,
    showAll: (count) => `Mostrar las ${count.toLocaleString('es')}`,
  },
};
