import { type Catalogue, figureOf, provenanceOf } from '@triquad/core';
import type { NoticeCode } from '@triquad/core/contract';
import { formatIn } from '../format.ts';
import { risk } from './risk.ts';

const { amount, exact, money, sourceTag } = formatIn('es');
type Text = Catalogue['bot'][string];
type Params = Readonly<Record<string, string | number | boolean | null>>;

const withReason = (reason: unknown): string => (reason === null || reason === undefined ? '' : `: ${reason}`);
/** With whose money it is, where the notification states it. */
const usd = (value: unknown, params: Params): string => {
  const provenance = provenanceOf(params);
  const text = money(figureOf({ provenance }, typeof value === 'number' ? value : null), { sign: true });
  return provenance === null ? text : `${text} (${sourceTag(provenance)})`;
};
const breaker = (name: unknown): string => risk.risk.breakerNames[String(name)] ?? String(name);
const units = [
  { below: 120, seconds: 1, unit: 's' },
  { below: 7_200, seconds: 60, unit: 'min' },
  { below: 172_800, seconds: 3_600, unit: 'h' },
  { below: Number.POSITIVE_INFINITY, seconds: 86_400, unit: 'días' },
];
/** A length of time in the unit that suits it, e.g. `62 s` or `1,5 h`. */
const span = (value: unknown): string => {
  const all = Math.abs(Number(value)) / 1000;
  const { seconds, unit } = units.find(({ below }) => all < below) ?? { seconds: 1, unit: 's' };
  return `${amount(Number((all / seconds).toFixed(1)))} ${unit}`;
};
const execution: Text = ({ route, exchange, profit_usd, reason, ...rest }) =>
  `${route} en ${exchange}: ${usd(profit_usd, rest)}${withReason(reason)}`;

const explained: Readonly<Record<string, string>> = {
  late_fee: 'lo explica una comisión que llegó tarde',
  deposit: 'no se operó: lo explica un depósito',
  withdrawal: 'no se operó: lo explica una retirada',
  dust: 'es menos de 1 USD',
  unexplained: 'nada lo explica: la cuenta está bloqueada',
};
const differs: Text = ({ exchange, asset, booked, found, usd_value, kind, ...rest }) => {
  const worth = typeof usd_value === 'number' ? `, ${usd(usd_value, rest)}` : '';
  const held = `${asset} ${exact(String(found))}, anotados ${exact(String(booked))}${worth}`;
  return `${exchange} tiene otra cantidad que el libro mayor: ${held}; ${explained[String(kind)] ?? kind}`;
};

/** Why mails fail. */
export const mailFaults: Readonly<Record<string, string>> = {
  mail_certificate:
    'el certificado del servidor de correo no es de confianza: está autofirmado, ha caducado o es de otro nombre',
  mail_late: 'el servidor de correo no respondió a tiempo',
  mail_login: 'el servidor de correo rechaza el usuario o la contraseña',
  mail_no_tls:
    'el servidor de correo no ofrece cifrado en ese puerto, así que no se envía nada; lo habitual es 465 o 587',
  mail_refused: 'el servidor de correo rechaza el mensaje; revisa remitente y destinatario',
  mail_settings: 'falta el servidor, el remitente o el destinatario',
  mail_silent: 'el servidor de correo dejó de responder; puede que haya aceptado el mensaje',
  mail_unreachable: 'no se puede llegar al servidor de correo',
};

/** The message of each notification of the bot. */
export const notices: Readonly<Record<NoticeCode, Text>> = {
  access_changed: ({ fault }) => `${fault}: compara access.sqlite con una copia de seguridad`,
  account_differs: differs,
  account_halted: differs,
  alerts_failing: ({ channel, reason, reason_code }) =>
    `${channel}: ${mailFaults[String(reason_code)] ?? reason}; se vuelven a intentar y nada más las espera`,
  bot_halted: ({ reason }) => `Bloqueado: ${reason}`,
  bounds_added: ({ unwind_loss_pct, profit_pct }) =>
    `Una salida hacia la moneda inicial puede perder como máximo el ${amount(Number(unwind_loss_pct))} % de lo gastado. Antes vendía hasta un 2 % por debajo del mejor precio del momento, perdiera lo que perdiera. Lo que no tiene salida queda como posición residual; el bot en marcha busca una cada minuto y vende solo, también lo que ya quedaba. Un ciclo que promete más del ${amount(Number(profit_pct))} % solo se ejecuta después de volver a leer sus libros. Ambos límites están en Configuración › Gestión de Riesgo.`,
  breaker_reset: ({ name, by }) =>
    `${breaker(name)}: ${by === 'itself' ? 'se restableció solo, su causa ya pasó' : 'lo restableció un operador'}`,
  breaker_tripped: ({ name, reason, resumes }) =>
    `${breaker(name)}: ${reason}. No empieza nada nuevo hasta que ${
      resumes === 'itself' ? 'esto pase' : 'un operador lo restablezca'
    }.`,
  clock_jumped: ({ by_ms }) =>
    `${
      Number(by_ms) < 0
        ? `El reloj de la máquina se atrasó ${span(by_ms)}.`
        : `La máquina estuvo suspendida ${span(by_ms)}, o su reloj se adelantó otro tanto.`
    } Se descartan todos los libros; no empieza nada hasta que cada exchange envíe otros.`,
  configuration_lost:
    'El diario tiene hechos pero no nombra ninguna configuración, y server.sqlite no tiene ninguna que estuviera activa: los límites se perdieron. El bot sigue detenido. Revisa los límites y guarda o activa una configuración.',
  execution_completed: execution,
  execution_failed: execution,
  execution_stranded: execution,
  execution_unwound: execution,
  fill_unknown: ({ order_id, market, exchange, reason }) =>
    `orden ${order_id} (${market} en ${exchange}): ${reason}; se compara la cuenta`,
  late_fill: ({ order_id, market, exchange }) =>
    `orden ${order_id} (${market} en ${exchange}); lo que trajo queda como residual`,
  market_delisted: ({ exchange, market, asset, amount: held }) =>
    `${exchange} ya no lista ${market} y allí quedan ${exact(String(held))} ${asset}: ningún otro mercado los vende. Retíralos o véndelos en otro sitio.`,
  market_excluded: ({ exchange, market, reason, minutes }) =>
    `Ninguna ruta usa ${market} en ${exchange} durante ${amount(Number(minutes))} min: ${reason}`,
  recording_ended: ({ reason }) => `${reason}. Lo grabado hasta entonces está completo. El trading continúa.`,
  recording_resumed: ({ from, to }) => `Vuelve a haber espacio. No se grabó nada de ${from} a ${to}.`,
  residual_sold: ({ exchange, asset, sold }) => `${asset} en ${exchange}: ${sold}`,
  own_error: ({ at, error }) =>
    `El proceso terminó por un error propio (${at}): ${error}. Este arranque resuelve lo que estaba en curso. Comunícalo con "triquad bugreport".`,
  process_stalled: ({ for_ms }) =>
    `El proceso se quedó parado ${span(for_ms)}. Se descartan todos los libros y los feeds se vuelven a conectar.`,
  started_stopped: ({ reason }) =>
    `El bot no se inicia solo: terminó tres veces en diez minutos por errores propios (${reason}). Lee el registro y luego inícialo a mano.`,
  order_back: ({ order_id, market, exchange }) =>
    `se cancela la orden ${order_id} (${market} en ${exchange}); lo que ejecute se anota`,
  reports_disagree: ({ exchange, reason }) =>
    `${exchange}: ${reason}; allí no empieza nada hasta que la cuenta y el libro mayor coincidan`,
};
