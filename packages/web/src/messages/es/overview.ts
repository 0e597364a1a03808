import type { Messages } from '../en.ts';

export const overview: Pick<Messages, 'dashboard'> = {
  dashboard: {
    running: 'Bot en marcha',
    stopped: 'Bot detenido',
    totalPnl: 'PnL total',
    money: {
      title: 'Ganancias y pérdidas',
      more: 'Rendimiento',
      today: 'Hoy',
      yesterday: 'Ayer',
      week: '7 días',
      net: 'Neto',
      netHint: 'Variación del patrimonio sin ingresos ni retiradas: la suma de las partes desde Realizado',
      before: 'Frente a los días previos',
      beforeHint: (usd) => `Antes: ${usd}`,
      noBefore: '—',
      weekBefore: '7 días previos',
      byDay: 'neto por día, UTC',
      equity: 'Patrimonio al final',
      parts: {
        gross: 'Realizado antes de comisiones',
        fees: 'Comisiones',
        realised: 'Realizado',
        unrealised: 'Residual y en curso',
        dust: 'Polvo',
        holdings: 'Precios de lo guardado',
        unexplained: 'Sin desglosar',
      },
    },
    limits: {
      title: 'Límites',
      all: 'Todos los límites',
      none: 'Este bot no tiene límites',
      inUse: (used, all) => `${used} de ${all} en uso`,
    },
    window: 'Últimas 168 horas',
  },
};
