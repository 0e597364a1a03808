import type { ticket as english } from '../en/ticket.ts';

export const ticket: typeof english = {
  ticket: {
    amount: 'Importe, $',
    max: 'Máx.',
    atMost: (amount) => `Ahora se pueden colocar ${amount} como máximo`,
    ownSize: 'Vacío: el tamaño de la oportunidad',
    fees: (fees) => `con comisiones de ${fees}`,
    opened: 'Al abrir',
    since: (change) => `${change} desde entonces`,
    bestTri: 'Mejor TRI en su lugar',
    found: (moment) => `detectada ${moment}`,
    floor: 'Solo si todavía rinde al menos, %',
    floorHint: (threshold) => `El bot funciona con ${threshold}`,
    noFloor: 'Vacío: sin mínimo',
    legs: 'Tramos',
    leg: { leg: 'Tramo', market: 'Mercado', side: 'Lado', quantity: 'Cantidad', price: 'Precio', fee: 'Comisión %' },
    notes: (count) => (count === 1 ? '1 nota' : `${count} notas`),
    asShown: 'La orden se envía tal como se muestra.',
    paper: (amount) => `Ejecutar operación · ${amount} PAPEL`,
    paperOwnSize: 'Ejecutar operación · PAPEL',
    again: (amount, mode) => `Ejecutar otra vez · ${amount} ${mode}`,
    askAgain: 'Preguntar otra vez',
    number: {
      empty: 'Escribe un importe',
      'not-a-number': 'Solo dígitos, con un punto ante los decimales',
      thousands: 'Podría leerse como miles: escríbelo sin separadores',
      zero: 'Debe ser mayor que 0',
    },
    warning: {
      fading: (change) => `Se desvanece: ${change} desde que abriste esto.`,
      below: (now, floor) => `Ahora rinde ${now}, menos que tu mínimo de ${floor}: mientras sea así no se ejecuta.`,
      unchecked: 'No se comprobó el mínimo: este bot no calcula vistas previas.',
      noPreview: 'Este bot no calcula vistas previas: no se puede comprobar la ganancia ni el mínimo antes de enviar.',
      loss: (now) => `Ahora pierde dinero: ${now}.`,
    },
    refused: {
      below_floor: (was, now, floor) =>
        `No se ejecutó: ahora rinde ${now}, menos que tu mínimo de ${floor}. Viste ${was}.`,
      executed_meanwhile: (was, now) =>
        `No se ejecutó: esta oportunidad ya se ejecutó desde que la abriste. Viste ${was}, ahora rinde ${now}. ¿Ejecutarla por segunda vez?`,
      unsettled: () =>
        'No se ejecutó: una orden anterior de esta oportunidad quedó sin respuesta y puede haberse ejecutado. ¿Ejecutarla además?',
    },
    lost: 'No llegó respuesta: la orden puede haberse ejecutado. Preguntar otra vez es seguro, el bot ejecuta la misma orden una sola vez.',
    failed: 'La ejecución falló.',
  },
};
