import type { Messages } from '../en.ts';

export const risk: Pick<Messages, 'risk'> = {
  risk: {
    title: 'Riesgo',
    unavailable: 'Este bot no informa sobre su riesgo',
    states: { active: 'Activo', reducing: 'Reduciendo', halted: 'Bloqueado' },
    stateHints: {
      active: 'Pasa todo lo que cabe en los límites.',
      reducing: 'Solo pasa lo que reduce la exposición.',
      halted:
        'Solo pasan cancelaciones y órdenes que deshacen; después de una parada de emergencia, solo cancelaciones.',
    },
    since: (when) => `desde ${when}`,
    limits: 'Límites',
    limitNames: {
      capital_per_route: 'Capital por ruta',
      total_capital: 'Capital total',
      simultaneous_executions: 'Ejecuciones a la vez',
      position: 'Posición',
      daily_volume: 'Comprado hoy',
      cooldown: 'Descanso tras un fallo',
      daily_drawdown: 'Drawdown de hoy',
      stop_loss: 'Stop-loss',
    },
    used: (used, limit) => `${used} de ${limit}`,
    breakers: 'Cortacircuitos',
    noneTripped: 'Ninguno ha saltado',
    breakerNames: {
      consecutive_failures: 'Fallos seguidos',
      reject_rate: 'Órdenes rechazadas',
      clock_skew: 'Reloj',
      stale_data: 'Datos viejos',
      event_loop_lag: 'Proceso lento',
    },
    resumes: { itself: 'Se restablece solo cuando desaparece la causa.', operator: 'Espera a un operador.' },
    reset: 'Restablecer',
    resetOf: (name) => `Restablecer el cortacircuitos: ${name}`,
    residuals: 'Posiciones residuales',
    noResidual: 'No queda nada',
    worth: (amount, asset, exchange, value) => `${amount} ${asset} en ${exchange}, valor ${value}`,
    wayOut: (order, path, loss) => `Salida: ${order} (${path}), cuesta unos ${loss}`,
    noWayOut: 'Ningún libro fiable lo toma ahora',
    sell: 'Vender',
    keep: 'Conservar',
    sellOf: (what) => `Vender ${what}`,
    keepOf: (what) => `Conservar ${what} como posición`,
    sellTitle: 'Vender lo varado',
    sellBody: (what, way) =>
      `${what}. ${way}. El precio está limitado: lo que no se venda dentro del margen sigue varado.`,
    keepTitle: 'Conservarlo como posición',
    keepBody: (what) => `${what}. Queda en la cartera como posición, y las rutas pueden volver a usar el activo.`,
  },
};
