import type { api as english } from '../en/api.ts';
import { plural } from './plural.ts';

export const api: typeof english = {
  api: {
    contents: 'Llamadas',
    search: 'Buscar llamadas',
    searchPlaceholder: 'Busca, p. ej. orders',
    clear: 'Borrar la búsqueda',
    count: (count) => plural(count, 'llamada', 'llamadas'),
    nothing: (query) => `Ninguna llamada con «${query}»`,
    all: 'Todas las llamadas',
    intro: (base) =>
      `Todas las llamadas están bajo ${base}. Cuerpos y respuestas son JSON; las horas son ISO 8601 UTC, el dinero USD y los porcentajes por ciento.`,
    token: 'Envía con cada llamada el token de un inicio de sesión; el bot comprueba su rol.',
    document: 'Abrir el documento OpenAPI',
    described: (version) => `Se muestran las llamadas que anuncia este bot (versión ${version}).`,
    call: 'Llamada',
    purpose: 'Qué hace',
    role: (role) => `Rol: ${role}`,
    open: 'Sin token',
    extension: (name) => `Solo un bot que anuncia «${name}»`,
    parameters: 'Parámetros',
    body: 'Cuerpo',
    bodyOptional: 'Cuerpo (opcional)',
    answer: (status) => `Respuesta ${status}`,
    noAnswer: 'La respuesta no tiene cuerpo.',
    refusals: (statuses) => `Rechazos: ${statuses}, cada uno como un problema con código y una frase.`,
    columns: { name: 'Nombre', where: 'En', type: 'Tipo' },
    where: { path: 'ruta', query: 'consulta', header: 'cabecera' },
    required: 'obligatorio',
    shell: 'En una terminal',
  },
};
