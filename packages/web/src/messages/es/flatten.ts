import type { flatten as english } from '../en/flatten.ts';

export const flatten: typeof english = {
  flatten: {
    open: 'Liquidar…',
    title: 'Vender todas las posiciones residuales',
    loading: 'Preguntando al bot qué vendería…',
    nothing: 'No hay nada que vender.',
    body: 'Cada una se vende una vez, a un precio no peor que el mostrado. Lo que quede sin vender a ese precio sigue siendo una posición residual. Funciona también con el bot bloqueado.',
    total: 'Costo esperado en total',
    confirm: 'Vender todo',
    again: 'Volver a calcular',
    failed: (why) => `Sin vender: ${why}`,
    all: 'Todo',
    noPrice: 'sin precio',
    columns: {
      asset: 'Activo',
      amount: 'Cantidad',
      price: 'Precio',
      cost: 'Costo esperado',
      value: 'Valor',
      choices: 'Qué se puede hacer',
    },
  },
};
