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
    token:
      'Envía con cada llamada el token de un inicio de sesión. «Probar» lo hace con el tuyo, y el bot comprueba tu rol como en cualquier llamada.',
    document: 'Abrir el documento OpenAPI',
    described: (version) => `Tal como las describe este bot (versión ${version}).`,
    undescribed:
      'Este bot no describe sus llamadas. Se muestran las básicas que conoce este panel; el bot puede responder de otra manera.',
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
    columns: { name: 'Nombre', where: 'En', type: 'Tipo', description: 'Descripción' },
    where: { path: 'ruta', query: 'consulta', header: 'cabecera' },
    required: 'obligatorio',
    try: 'Probar',
    send: (call) => `Enviar ${call}`,
    asks: 'Esta llamada puede cambiar algo. Pregunta antes de enviarse.',
    question: (call) => `¿Enviar ${call}?`,
    questionText: 'El bot la ejecuta al momento, como si hubieras pulsado el botón correspondiente.',
    live: 'El bot opera con dinero real. Esta llamada puede moverlo.',
    bodyInvalid: (detail) => `El cuerpo no es JSON: ${detail}`,
    missing: (names) => `Falta: ${names}`,
    replaying: 'Durante la reproducción no se envía ninguna llamada.',
    answered: (status, ms) => `${status} tras ${ms}`,
    empty: 'Sin cuerpo',
    cut: (shown) => `Los primeros ${shown} caracteres; la respuesta es más larga.`,
    curl: 'Lo mismo en una terminal',
  },
};
