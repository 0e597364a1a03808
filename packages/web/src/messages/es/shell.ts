import type { Messages } from '../en.ts';
import { plural } from './plural.ts';

export const shell: Pick<
  Messages,
  | 'recorder'
  | 'app'
  | 'titles'
  | 'runs'
  | 'nav'
  | 'header'
  | 'kill'
  | 'bell'
  | 'quickStats'
  | 'panel'
  | 'dialog'
  | 'palette'
  | 'hotkeys'
> = {
  app: {
    name: 'Triquad',
    skip: 'Ir al contenido',
    description: 'Sistema automatizado de detección y ejecución de arbitraje triangular y cuadrangular',
    loading: 'Cargando',
    screen: 'Esta pantalla',
    asOf: (time) => `a las ${time}`,
  },
  /** Of screens that bring their other texts along. */
  titles: {
    control: { title: 'Centro de control de trading', nav: 'Trading' },
    settings: { title: 'Configuración', nav: 'Configuración' },
    backtest: { title: 'Motor de backtest', nav: 'Backtest' },
    feeds: { title: 'Conexiones de datos', nav: 'Conexiones' },
  },
  /** What the bot runs with, and what a restart changes. */
  runs: {
    pairCount: (count) => plural(count, 'par', 'pares'),
    runsWith: (exchanges, pairs, threshold, capital) =>
      `Corre en ${exchanges} con ${pairs}, desde ${threshold}, como máximo ${capital} por ruta.`,
    versions: (running, saved) =>
      `Se inició con la versión ${running} de la configuración, está guardada la versión ${saved}. Sus límites valen de inmediato, lo demás desde el próximo inicio.`,
    restartApplies: (threshold, capital) =>
      `Un reinicio aplica lo guardado: desde ${threshold}, como máximo ${capital} por ruta.`,
  },
  nav: {
    label: 'Navegación principal',
    footer: 'Pie de página',
    external: 'Estado de los exchanges',
    opportunities: (count) => `${plural(count, 'oportunidad', 'oportunidades')} en los últimos 5 minutos`,
  },
  header: {
    openSidebar: 'Abrir el menú lateral',
    closeSidebar: 'Cerrar el menú lateral',
    botActive: 'Bot activo',
    botStopped: 'Bot detenido',
    botStarting: 'Bot iniciando',
    botStopping: 'Bot deteniéndose',
    botError: 'Bot con error',
    botHalted: 'Bot bloqueado',
    botUnknown: 'Bot —',
    stopBot: 'Detener el bot ahora',
    startBot: 'Iniciar el bot ahora',
    stop: 'Detener',
    start: 'Iniciar',
    safety: 'Detener el bot o pararlo todo',
    botUnconfirmed: 'Estado desconocido',
    at: (time) => `a las ${time}`,
    search: 'Buscar o mandar',
    searchKeys: 'Ctrl K',
    uptime: (clock) => `En marcha desde hace ${clock}`,
    connected: 'API conectada',
    silent: 'API en silencio',
    silentFor: (age) => `desde hace ${age}`,
    silentHint: 'La conexión está abierta, pero el bot no responde',
    connecting: 'API conectando',
    disconnected: 'API desconectada',
    reconnect: 'Reconectar',
    reconnecting: (attempt, of) => `Intento ${attempt} de ${of}`,
    paper: 'PAPEL',
    live: 'REAL',
    paperHint: 'Trading en papel: fondos simulados',
    liveHint: 'Trading real: fondos reales',
    markets: {
      simulated: {
        name: 'MERCADO DE PRÁCTICA',
        short: 'PRÁC',
        hint: 'Los precios son inventados y rinden lo que ningún mercado rinde',
      },
      recorded: { name: 'MERCADO GRABADO', short: 'GRAB', hint: 'Los precios se reproducen de una grabación' },
      sample: {
        name: 'MUESTRA CALIBRADA',
        short: 'MUESTRA',
        hint: 'Los precios son inventados, ajustados a grabaciones de mercados reales',
      },
      none: { name: 'AÚN SIN MERCADO', short: 'NADA', hint: 'Aún no se eligió nada y no se observa nada' },
    },
    theme: 'Cambiar entre tema claro y oscuro',
    settings: 'Configuración',
    userMenu: 'Menú de usuario',
    operator: 'Operador',
    logout: 'Cerrar sesión',
    language: 'English',
    hotkeys: 'Atajos de teclado',
  },
  kill: {
    button: 'Parada de emergencia',
    short: 'Parar todo',
    resetShort: 'Desbloquear',
    pending: 'Parada pendiente…',
    title: '¿Detener todo ahora?',
    body: 'Se cancelan todas las órdenes pendientes, el bot se detiene de inmediato y queda bloqueado: no puede iniciarse hasta que levantes el bloqueo.',
    reason: 'Parada de emergencia pulsada en el panel',
    confirm: 'Detener todo',
    halted: (reason) => `Bloqueado: ${reason}`,
    since: (time) => `desde ${time}`,
    reset: 'Levantar el bloqueo',
    resetTitle: '¿Levantar el bloqueo?',
    resetBody: 'El bot sigue detenido, pero puede iniciarse de nuevo.',
  },
  bell: {
    titles: {
      access_changed: 'Usuarios o auditoría alterados',
      account_differs: 'Cuenta y libro mayor difieren',
      account_halted: 'Cuenta bloqueada',
      alerts_failing: 'Las alertas fallan',
      bot_halted: 'Bot bloqueado',
      breaker_reset: 'Cortacircuitos restablecido',
      breaker_tripped: 'Ha saltado un cortacircuitos',
      clock_jumped: 'El reloj saltó',
      configuration_lost: 'Ninguna configuración en vigor',
      execution_completed: 'Ciclo completado',
      execution_failed: 'No se compró nada',
      execution_stranded: 'Queda una posición residual',
      execution_unwound: 'Ciclo deshecho',
      late_fill: 'Una orden cerrada se ejecutó después',
      market_delisted: 'Mercado retirado',
      market_excluded: 'Mercado excluido',
      process_stalled: 'El proceso se quedó parado',
    },
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
  quickStats: {
    title: 'Resumen',
    active: 'Oportunidades activas',
    profit: 'Ganancia de hoy',
    profitHint: 'Lo que ganaron las operaciones desde las 00:00 UTC',
    profitByEquityHint: 'Cambio del valor de la cartera desde las 00:00 UTC',
    trades: 'Operaciones',
  },
  panel: {
    retry: 'Reintentar',
    refresh: 'Actualizar',
    failed: (what) => `No se pudo cargar: ${what}`,
    asOfCommit: (seconds) => `El disco va ${seconds} s por detrás: son las cifras que ya tiene guardadas.`,
    broken: (what) => `No se pudo mostrar: ${what}`,
    brokenHint: 'Este panel falló al dibujarse; el resto de la pantalla sigue.',
    csv: 'CSV',
    csvHint: 'Descargar como CSV las filas mostradas',
    png: 'Guardar como PNG',
  },
  dialog: { cancel: 'Cancelar', close: 'Cerrar' },
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
    go: (page) => `Ir a ${page}`,
    saveSession: 'Guardar la grabación de esta sesión',
    life: (id: string) => `Qué fue de ${id}`,
    logs: (words: string) => `Buscar «${words}» en los registros`,
  },
  hotkeys: {
    group: 'En cualquier lugar',
    palette: 'Paleta de comandos',
    theme: 'Cambiar el tema',
    sidebar: 'Abrir o cerrar el menú lateral',
    search: 'Buscar',
    startStop: 'Iniciar o detener el bot',
    kill: 'Parada de emergencia',
    recorder: 'Grabador de sesión',
  },
};
