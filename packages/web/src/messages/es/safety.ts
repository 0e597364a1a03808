import type { Later } from '../en/later.ts';

export const safety: Pick<Later, 'safety'> = {
  /** States, circuit breakers and residual positions. */
  safety: {
    title: 'Riesgo',
    states: { active: 'Activo', reducing: 'Reduciendo', halted: 'Bloqueado' },
    stateHints: {
      active: 'Pasa todo lo que cabe en los límites.',
      reducing: 'Solo pasa lo que reduce la exposición.',
      halted:
        'Solo pasan cancelaciones y órdenes que deshacen; después de una parada de emergencia, solo cancelaciones.',
    },
    since: (when) => `desde ${when}`,
    limits: 'Límites',
    breakers: 'Cortacircuitos',
    noneTripped: 'Ninguno ha saltado',
    reset: 'Restablecer',
    resetOf: (name) => `Restablecer el cortacircuitos: ${name}`,
    residuals: 'Posiciones residuales',
    noResidual: 'No queda nada',
    worth: (amount, asset, exchange, value) => `${amount} ${asset} en ${exchange}, valor ${value}`,
    wayOut: (order, path, loss) => `Salida: ${order} (${path}), cuesta unos ${loss}`,
    noWayOut: 'Ningún libro fiable lo toma ahora',
    left: (reason) => `Queda porque ${reason}.`,
    resale: 'Mientras el bot está en marcha, busca cada minuto una salida dentro del límite y vende por ella.',
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
