import type { frame as english } from '../en/frame.ts';
import { plural } from './plural.ts';

export const frame: typeof english = {
  runs: {
    pairCount: (count) => plural(count, 'par', 'pares'),
    runsWith: (exchanges, pairs, threshold, capital) =>
      `Corre en ${exchanges} con ${pairs}, desde ${threshold}, como máximo ${capital} por ruta.`,
    versions: (running, saved) =>
      `Se inició con la versión ${running} de la configuración, está guardada la versión ${saved}. Sus límites valen de inmediato, lo demás desde el próximo inicio.`,
    restartApplies: (threshold, capital) =>
      `Un reinicio aplica lo guardado: desde ${threshold}, como máximo ${capital} por ruta.`,
  },
  inbox: {
    label: (unread) => (unread === '' ? 'Notificaciones' : `Notificaciones, ${unread} sin leer`),
    title: 'Notificaciones',
    markAll: 'Marcar todas como leídas',
    markOne: (title) => `Marcar como leída: ${title}`,
    refresh: 'Actualizar notificaciones',
    empty: 'Aún no hay notificaciones',
    failed: 'No se pudieron cargar las notificaciones',
    desktop: 'Alertas de escritorio',
    sound: 'Sonido con avisos y errores',
  },
  menu: {
    userMenu: 'Menú de usuario',
    operator: 'Operador',
    logout: 'Cerrar sesión',
    language: 'English',
    hotkeys: 'Atajos de teclado',
  },
  outage: {
    connecting: 'Esperando la primera respuesta del bot',
    noAnswer: (time) => `Sin respuesta desde las ${time}`,
    asOfThen: 'lo que ves es de ese momento',
    nextTry: (seconds) => `próximo intento en ${seconds} s`,
    trying: 'conectando',
    tryNow: 'Intentar ahora',
  },
  sent: {
    pending: (action, time) => `${action}: enviado a las ${time}, esperando al bot`,
    failed: (action, detail) => `${action}: falló, ${detail}`,
    actions: {
      start: 'Inicio',
      stop: 'Parada',
      restart: 'Reinicio',
      kill: 'Parada de emergencia',
      reset: 'Levantar el bloqueo',
    },
    killSent: (time) => `Parada de emergencia enviada a las ${time}, sin confirmar`,
    killTries: (tries) => `reintentando (${tries})`,
    killCancels: (count) => plural(count, 'cancelación enviada', 'cancelaciones enviadas'),
    killUnknown: (count) => plural(count, 'orden con resultado desconocido', 'órdenes con resultado desconocido'),
    killHeld: (count) => plural(count, 'activo aún en cartera', 'activos aún en cartera'),
    killConfirmed: (time) => `Parada de emergencia confirmada a las ${time}`,
    killRefused: (detail) => `el bot la rechazó: ${detail}`,
    dismiss: 'Descartar',
    dismissFailed: (action) => `Descartar: ${action} falló`,
    killFailed: (detail) => `última respuesta: ${detail}`,
    stopTrying: 'Dejar de intentar',
    stopTryingHint: 'La parada no está confirmada. Deja de enviarla solo cuando sepas que el bot está detenido.',
  },
};
