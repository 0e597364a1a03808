import { plural } from './plural.ts';

export const feeds = {
  feeds: {
    connections: 'Conexiones',
    sinceStart: 'cuentas desde que arrancó el bot',
    states: {
      live: 'En vivo',
      synchronising: 'Sincronizando',
      connecting: 'Conectando',
      degraded: 'Degradada',
      down: 'Caída',
    } as Readonly<Record<string, string>>,
    exchange: 'Exchange',
    connection: 'Conexión',
    state: 'Estado',
    since: 'Desde hace',
    lastMessage: 'Último mensaje',
    messages: 'Msj/s',
    bytes: 'kB/s',
    latency: 'Retraso',
    clock: 'Reloj adelantado',
    gaps: 'Huecos',
    resyncs: 'Resincr.',
    reconnects: 'Reconexiones',
    trusted: 'Fiables',
    reason: 'Lo que dice',
    ms: (value: string) => `${value} ms`,
    summary: (trusted: string, markets: string, messages: string) =>
      `${trusted} de ${markets} mercados fiables · ${messages} mensajes/s`,
    unavailable: 'Este bot no informa de sus conexiones.',
    none: 'No hay ninguna conexión abierta.',
    noneHint: 'El bot se conecta a los exchanges de su configuración cuando arranca.',
    excluded: 'Mercados excluidos',
    excludedHint: (count: number) => plural(count, 'mercado no se opera', 'mercados no se operan'),
    nextTry: (at: string) => `se prueba de nuevo a las ${at} UTC, o cuando su exchange lo liste otra vez`,
    noExcluded: 'No hay ningún mercado excluido.',
    left: 'Libros apartados',
    leftHint: 'no se usan hasta que sean fiables',
    noLeft: 'Todos los libros son fiables.',
    recorder: 'Grabadora',
    record: 'Grabar precios',
    recorderHint: 'para backtests y para reproducirlos',
    recorderOff: 'Ahora no se graba nada.',
    recorderUnavailable: 'Este bot no graba.',
    inputs: (session: string, size: string, isOn: boolean) =>
      isOn
        ? `También se graba todo lo que entra en el motor: ${size} MB en ${session}, para triquad replay.`
        : `Se grabó todo lo que entró en el motor: ${size} MB en ${session}, para triquad replay. Vuelve a empezar cuando se inicia el bot de nuevo.`,
    inputsEnded: (reason: string) => `La grabación de las entradas terminó: ${reason}. Lo grabado antes está completo.`,
    recorded: (rows: string, size: string, quota: string) =>
      `${rows} filas, ${size} MB. Todas las grabaciones ocupan ${quota} GB como máximo; después se borran las más antiguas.`,
  },
};
