import type { conditions as english } from '../en/conditions.ts';

export const conditions: typeof english = {
  conditions: {
    title: 'Hecho con',
    fees: (taker, source) => `tomador ${taker}${source === '' ? '' : ` (${source})`}`,
    sources: {
      configured: 'configurada',
      'entry tier': 'nivel inicial',
      market: 'del mercado',
      group: 'de su grupo',
      'unknown group': 'la más cara conocida: grupo desconocido',
      'unreadable fees': 'la más cara conocida: ilegible en la lista',
      assumed: 'supuesta',
    },
    token: (taker, asset) => `${taker} pagado en ${asset}`,
    names: { practice: 'condiciones de práctica', realistic: 'condiciones realistas' },
    orders: (median, most) => `órdenes ${median}${most === '' ? '' : `, 1 de cada 100 más de ${most}`}`,
    at: (exchanges, fees) => `${exchanges} ${fees}`,
    quotes: (median) => `cotizaciones de hace ${median}`,
    taken: (share) => `un competidor antes en el ${share} de los ciclos`,
    faults: (share) => `${share} de las órdenes rechazadas, fuera de límite o sin respuesta`,
    commit: (ms) => `${ms} hasta el disco`,
    speed: (times) => `${times} veces más rápido`,
    real: 'órdenes reales',
  },
};
