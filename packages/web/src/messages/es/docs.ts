import type { docs as english } from '../en/docs.ts';
import { plural } from './plural.ts';

export const docs: typeof english = {
  docs: {
    contents: 'Contenido',
    documents: 'Documentos',
    search: 'Buscar en la documentación',
    searchPlaceholder: 'Busca, p. ej. stop loss',
    results: (count, query) => `${plural(count, 'sección', 'secciones')} con «${query}»`,
    nothing: (query) => `No hay nada para «${query}»`,
    nothingHint: 'Todas las palabras deben estar en una misma sección. Prueba con menos, o con parte de una.',
    clear: 'Borrar la búsqueda',
    language: 'Este documento está en inglés.',
    previous: 'Anterior',
    next: 'Siguiente',
  },
};
