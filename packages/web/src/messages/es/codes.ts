import { type Catalogue, figureOf, provenanceOf, textsOf } from '@triquad/core';
import { formatIn } from '../format.ts';
import { mailFaults, notices } from './notices.ts';

const { amount, money, number, percent, sourceTag } = formatIn('es');

const gigabytes = (bytes: unknown): string => number(Number(bytes) / 1e9, { digits: 1 });

const problems: Catalogue['problems'] = {
  network: 'No se puede conectar con el bot',
  timeout: 'El bot no respondió a tiempo',
  unauthorized: 'No has iniciado sesión',
  forbidden: 'Acceso prohibido',
  'not-found': 'No encontrado',
  conflict: 'No es posible en el estado actual',
  rejected: 'El bot rechazó la petición',
  server: 'Error del servidor',
  contract: 'No se pudo leer la respuesta del bot',
};

const withReason = (what: string, said: string | null): string => (said === null ? what : `${what}: ${said}`);
const place = (path: string): string => (path === '' ? 'su raíz' : path);

// Validation errors of the contract.
const faults: Readonly<Record<string, string>> = {
  'not a number': 'no es un número',
  'not a text': 'no es un texto',
  'not a list of texts': 'no es una lista de textos',
  'not a moment in time': 'no es un momento',
  'not an object': 'no es un objeto',
  'not an object with a type': 'no es un objeto con tipo',
  'not JSON': 'no es JSON',
  'not readable': 'no se puede leer',
  'neither id nor execution_id': 'ni id ni execution_id',
  'Invalid input': 'valor no válido',
};
const fault = (reason: string): string => faults[reason] ?? reason;

// Bots without codes confirm in English; the Spanish text replaces that message.
const codes: Catalogue['codes'] = {
  busy: 'Otro comando sigue en curso',
  already_running: 'El bot ya está en marcha',
  already_stopped: 'El bot ya está detenido',
  execution_running: 'Ya se está ejecutando una oportunidad',
  execution_unsettled: 'La última ejecución de esta oportunidad puede haberse hecho: se perdió su respuesta',
  not_live: 'No se sabe si el bot opera en real: solo es posible una simulación',
  mode_while_running: 'Detén el bot antes de cambiar su modo',
  live_unconfirmed: 'Escribe LIVE para operar con fondos reales',
  mode_changing: 'El modo ya se está cambiando',
  kill_running: 'La parada de emergencia aún no está confirmada',
  running_in_error: 'El bot informa de un error y sigue en marcha: detenlo primero',
  mode_unknown: 'El modo se puede cambiar cuando se conozca el estado del bot',
  mode_in_error: 'El bot informa de un error: el modo real no está disponible',
  backtest_starting: 'Ya se está iniciando un backtest',
  config_not_loaded: 'La configuración aún no se ha cargado',
  replaying: 'Durante la reproducción no se envía ninguna orden al bot',
  role_too_low: ({ role, needs }) => `Tu rol es ${role}: hace falta el rol ${needs}`,
  not_offered: 'Este bot no lo ofrece',
  unconfirmed: 'No está confirmado que el bot escuche: espera a la conexión',
  halted: 'El bot está bloqueado: levanta primero el bloqueo',
  not_halted: 'El bot no está bloqueado',
  not_paper: 'Solo se puede restablecer una cartera simulada',
  state_unknown: 'Aún no se conoce el estado del bot',
  bot_starting: 'El bot está arrancando',
  bot_stopping: 'El bot se está deteniendo',
  opportunity_expired: 'Esta oportunidad ha caducado',
  amount_wrong: 'Corrige el importe',
  floor_wrong: 'Corrige el mínimo',
  amount_required: 'Con dinero real hace falta un importe',
  amount_too_large: 'Es más de lo que se puede colocar ahora',
  preview_running: 'Esperando la vista previa de este importe',
  preview_missing: 'No hay vista previa de este importe',

  start_done: 'Bot iniciado',
  stop_done: 'Bot detenido',
  restart_done: 'Bot reiniciado',
  kill_done: 'Bot detenido por la parada de emergencia',
  reset_done: 'Bloqueo levantado',
  start_failed: (_, said) => said ?? 'No se pudo iniciar el bot',
  stop_failed: (_, said) => said ?? 'No se pudo detener el bot',
  restart_failed: (_, said) => said ?? 'No se pudo reiniciar el bot',
  kill_failed: (_, said) => said ?? 'No se pudo detener el bot',
  reset_failed: (_, said) => said ?? 'No se pudo levantar el bloqueo',
  problem: ({ kind }, said) => said ?? problems[kind],
  risk_done: 'Hecho',
  flatten_done: (_, said) => said ?? 'Posiciones residuales vendidas',
  order_cancelled: 'Orden cancelada',
  executed: ({ profit_pct, difference, ...cells }) => {
    const provenance = provenanceOf(cells);
    const profit = profit_pct === null ? '' : ` Ganancia: ${percent(profit_pct)}`;
    const figure = figureOf({ provenance }, difference);
    const against = typeof difference === 'number' ? `, ${money(figure, { sign: true })} frente a lo mostrado` : '';
    const isMarked = provenance !== null || against !== '';
    return `¡Orden ejecutada!${profit}${against}${isMarked ? ` (${sourceTag(provenance)})` : ''}`;
  },
  execution_pending: 'La ejecución sigue en curso: el exchange aún no ha respondido',
  orders_unanswered: ({ count }) =>
    count === 1
      ? 'La respuesta a una orden se perdió al recargar la página: puede haberse ejecutado. Mira las ejecuciones antes de volver a enviarla'
      : `Las respuestas a ${count} órdenes se perdieron al recargar la página: pueden haberse ejecutado. Mira las ejecuciones antes de volver a enviarlas`,
  execution_failed: ({ kind }, said) =>
    said === null && kind === null ? 'No se pudo ejecutar' : `La ejecución falló: ${said ?? (kind && problems[kind])}`,
  exchange_required_first: 'Selecciona primero al menos un exchange',
  other_data:
    'El bot se reinició con otro directorio de datos. Ahora solo se muestran los datos de ese directorio. Una orden que aún no tenía respuesta puede haberla ejecutado el bot anterior',
  no_pairs: 'No se encontraron pares',
  pairs_failed: 'No se pudieron obtener los pares',
  pairs_failed_of: ({ exchanges }) => `No se pudieron obtener los pares: ${exchanges}`,
  backtest_failed: (_, said) => withReason('No se pudo ejecutar el backtest', said),
  report_failed: (_, said) => withReason('No se pudo descargar el informe', said),
  export_saved: ({ file }) => `Se guardó ${file}, todas las filas`,
  export_failed: (_, said) => withReason('La exportación no llegó al final y no se guardó nada', said),
  backtest_deleted: 'Backtest borrado',
  not_a_recording: 'No es una sesión grabada: la primera línea no nombra su formato',
  recording_of_other_version: 'Esta sesión se grabó con otra versión de triquad. Ábrela con la versión que la grabó',
  recording_incomplete: 'No se puede mostrar la sesión grabada: el estado de su primera línea está incompleto',
  text: (_, said) => said ?? '',

  connection_closed: 'La conexión se cerró',
  connection_not_opened: 'La conexión no se abrió a tiempo',
  connection_not_authenticated: 'El bot no aceptó la conexión a tiempo',
  connection_silent: 'El bot no envió nada ni respondió a tiempo',
  reconnection_exhausted: 'Se alcanzó el máximo de intentos de reconexión',

  request_failed: ({ call, kind, detail }) => `${call}: ${detail ?? problems[kind]}`,
  answer_unreadable: ({ call, path, reason }) => `${call}: respuesta ilegible en ${place(path)}: ${fault(reason)}`,
  frame_unreadable: ({ path, reason }) => `Mensaje ilegible en ${place(path)}: ${fault(reason)}`,
};

// Codes of bots that announce them.
const bot: Catalogue['bot'] = {
  executed_meanwhile: 'Esta oportunidad se ejecutó desde que viste su vista previa',
  real_money: 'El dinero es real: solo se puede restablecer una cartera de papel',
  another_market: 'Ahora se observa otro mercado: mira primero su cartera',
  execution_running: 'Hay una ejecución en curso: inténtalo cuando termine',
  order_open: 'Hay una orden abierta: cancélala primero',
  file_exists: ({ name }) => `Ya hay un archivo ${name}: quítalo primero`,
  file_too_large: ({ most_bytes }) => `Un archivo tiene como máximo ${gigabytes(most_bytes)} GB`,
  no_room: ({ room_bytes }) =>
    `Hay sitio para ${gigabytes(room_bytes)} GB: quita archivos ya importados o libera espacio en el disco del bot`,
  left_loss: ({ loss_pct, most_pct }) =>
    typeof loss_pct === 'number' && typeof most_pct === 'number'
      ? `la mejor salida habría perdido al menos el ${percent(loss_pct)} y se permite como máximo el ${amount(most_pct)} %`
      : 'cualquier salida habría perdido más de lo permitido',
  left_no_book: 'ningún libro fiable lo tomaba',
  left_orders: 'las órdenes permitidas no bastaron para venderlo',
  left_halted: 'las órdenes estaban bloqueadas',
  left_late_fill: 'una orden se ejecutó cuando su ejecución ya había terminado',
  bot_scanning: 'El bot está escaneando.',
  bot_tripped: ({ reason }) => `El bot está escaneando, pero no empieza nada nuevo: ${reason}.`,
  bot_starting: 'El bot se está iniciando.',
  bot_stopping: 'El bot se está deteniendo.',
  bot_stopped: 'El bot está detenido.',
  bot_unconfigured:
    'El bot está detenido: no hay ninguna configuración en vigor. Revisa los límites y guarda o activa una configuración.',
  ...notices,
  ...mailFaults,
};

export const texts = textsOf({ codes, problems, bot });
