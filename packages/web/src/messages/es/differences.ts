import type { differences as english } from '../en/differences.ts';

export const differences: typeof english = {
  differences: {
    title: 'Cuentas y libro mayor',
    agree: 'Cada cuenta tiene lo que dice el libro mayor.',
    booked: (booked, found, asset) => `se esperaban ${booked} ${asset}, hay ${found} ${asset}`,
    worth: (amount, value) => `${amount} (${value})`,
    proposals: {
      late_fee: 'Lo explica una comisión que llegó tarde. Se sigue operando.',
      deposit: 'No se operó: lo explica un depósito. Se sigue operando.',
      withdrawal: 'No se operó: lo explica una retirada. Se sigue operando; lo que falta no se puede gastar.',
      dust: 'Vale menos de 1 $. Se sigue operando.',
      unexplained: 'Nada lo explica.',
    },
    states: { halted: 'Bloqueada', down: 'Sin conexión', starting: 'Iniciando', unverified: 'Sin comparar' },
    halted: (exchange) =>
      `${exchange} solo acepta cancelaciones y liquidaciones. Vuelve a operar cuando se acepte su última diferencia sin explicar, o cuando la cuenta y el libro mayor vuelvan a coincidir.`,
    unverified: 'Allí no empieza ninguna ejecución hasta comparar la cuenta con el libro mayor.',
    down: 'Se reintenta por sí solo; los demás exchanges siguen operando.',
    starting: 'Se está conectando.',
    accept: 'Aceptar…',
    acceptOf: (what) => `Aceptar: ${what}`,
    adminOnly: 'Solo un administrador puede aceptar una diferencia.',
    acceptTitle: 'Aceptar la diferencia',
    acceptBody: 'El libro mayor sigue a la cuenta. Nadie puede deshacerlo.',
    reason: 'Motivo, para el registro',
    confirm: 'Aceptar',
  },
};
