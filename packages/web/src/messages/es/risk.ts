import type { Messages } from '../en.ts';

export const risk: Pick<Messages, 'risk'> = {
  risk: {
    unavailable: 'Este bot no informa sobre su riesgo',
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
    notToday: 'hoy no',
    fullAt: (time) => `lleno a las ${time}`,
    fullAtHint: 'Cuándo se llena al ritmo de hoy',
    used: (used, limit) => `${used} de ${limit}`,
    breakerNames: {
      consecutive_failures: 'Fallos seguidos',
      reject_rate: 'Órdenes rechazadas',
      clock_skew: 'Reloj',
      stale_data: 'Datos viejos',
      event_loop_lag: 'Proceso lento',
    },
    resumes: { itself: 'Se restablece solo cuando desaparece la causa.', operator: 'Espera a un operador.' },
  },
};
