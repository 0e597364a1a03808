import type { automation as english } from '../en/automation.ts';

export const automation: typeof english = {
  lifecycle: {
    title: 'Estados del bot',
    stopped: 'modo modificable',
    starting: 'lee sus cuentas',
    running: 'busca y ejecuta',
    stopping: 'acaba los tramos',
    halted: 'orden o fallo',
  },
  automation: {
    title: 'Oportunidades',
    automatic: 'Las ejecuta el bot',
    byHand: 'A tu decisión',
    automaticHint: 'Lo que supera el umbral y cabe en los límites se ejecuta al momento.',
    byHandHint: 'No se ejecuta nada hasta que alguien la abre y la confirma.',
    liveHint: 'El dinero real siempre espera tu decisión.',
    adminOnly: 'Solo un administrador puede cambiarlo.',
    byExchange: (left) => (left === 0 ? 'Por exchange y tipo' : `Por exchange y tipo: ${left} a tu decisión`),
    table: 'Lo que ejecuta el bot, por exchange y tipo de ciclo',
    exchange: 'Exchange',
    cell: (type, exchange) => `El bot ejecuta ${type} en ${exchange}`,
    bot: 'Bot',
    you: 'Tú',
    off: '(desactivado)',
    fromNextStart: 'desde el próximo inicio',
    untilNextStart: 'hasta el próximo inicio',
    notTraded: 'no se opera',
    byExchangeHint: 'Vale al momento. Lo que queda a tu decisión sigue en la lista hasta que caduca; ahí lo ejecutas.',
    failed: (why) => `No se cambió: ${why}`,
  },
};
