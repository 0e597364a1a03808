import type { Messages } from '../en.ts';
import { plural } from './plural.ts';

export const band: Pick<Messages, 'band' | 'attention'> = {
  band: {
    label: 'Situación del bot',
    bar: 'Detener y parada de emergencia',
    since: (time) => `desde las ${time}`,
    confirmedNow: 'confirmado ahora',
    confirmed: (age) => `confirmado hace ${age}`,
    lastConfirmed: (age) => `última confirmación hace ${age}`,
    unconfirmed: (state, time) => `${state} a las ${time}, desconocido desde entonces`,
    trading: {
      active: 'Operativa activa',
      reducing: 'Operativa reducida',
      halted: 'Operativa bloqueada',
      killed: 'Operativa parada de emergencia',
    },
    lets: {
      active: 'pasa todo lo que cabe en los límites',
      reducing: 'solo pasa lo que reduce la exposición',
      halted: 'solo pasan cancelaciones y liquidaciones; tras una parada de emergencia, solo cancelaciones',
      killed: 'solo pasan cancelaciones, y una liquidación confirmada',
    },
    nearest: 'Límite más cercano',
    today: 'Hoy',
    residual: (usd) => `realizado · ${usd} residual`,
    needs: (count) => plural(count, 'aviso', 'avisos'),
  },
  attention: {
    title: 'Necesita tu atención',
    none: 'Nada necesita tu atención',
    noneHint:
      'Los límites, las posiciones residuales, las cuentas, los cortacircuitos, las alertas y la conexión están en orden.',
    since: (time) => `desde las ${time}`,
    kill_unconfirmed: 'La parada de emergencia no está confirmada',
    kill_unconfirmedHint: (tries) => `Enviada ${plural(tries, 'vez', 'veces')}. Si puedes, detén el bot en su máquina.`,
    halted: 'El bot está bloqueado',
    connection_lost: 'El bot no responde',
    connection_stale: 'El bot lleva un momento en silencio',
    connectionHint: (time) => `Todas las cifras son de las ${time}.`,
    connectionHintNever: 'Aún no se sabe nada de él.',
    bot_error: 'El bot informa de un error',
    bot_errorHint: 'Los registros dicen qué falló.',
    reducing: 'Solo se envían órdenes que reducen la exposición',
    breaker: (name) => `Cortacircuitos: ${name}`,
    residual: (amount, exchange) => `Quedan ${amount} en ${exchange}`,
    residualHint: (value) => `Vale ${value}. Las rutas con ese activo esperan hasta que se venda o se conserve.`,
    difference: (amount, exchange) => `${exchange} difiere del libro mayor: ${amount}`,
    differenceHint: (value, halted) =>
      `${value}. ${halted ? 'Nada lo explica: la cuenta está bloqueada.' : 'Se sigue operando.'} Un administrador puede aceptarlo.`,
    account: {
      down: (exchange) => `${exchange} no responde`,
      halted: (exchange) => `${exchange} está bloqueado`,
      unverified: (exchange) => `${exchange}: cuenta sin comparar`,
    },
    limit: (name, share) => `${name} al ${share}`,
    limitHint: (used) => `${used}. Cuando se llena, no se ejecuta nada que lo necesite.`,
  },
};
