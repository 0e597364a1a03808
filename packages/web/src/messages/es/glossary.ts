import type { glossary as english } from '../en/glossary.ts';

export const glossary: typeof english = {
  glossary: {
    title: 'Glosario',
    intro:
      'Las palabras que usan las pantallas. Allí las marca un subrayado de puntos: señala una con el puntero, o pulsa Intro sobre ella.',
    terms: {
      arbitrage: {
        term: 'Arbitraje',
        text: 'Ganar con precios que no encajan entre sí: el mismo dinero se cambia a lo largo de un ciclo de mercados y vuelve aumentado.',
      },
      balance: {
        term: 'Reservado',
        text: 'La parte de un saldo que retienen las ejecuciones en curso y las órdenes abiertas. El resto está libre.',
      },
      breaker: {
        term: 'Cortacircuitos',
        text: 'Un control que bloquea ejecuciones nuevas mientras dura su causa, por ejemplo tras cinco fallos seguidos. Las que están en curso terminan.',
      },
      cooldown: {
        term: 'Enfriamiento',
        text: 'Una pausa tras un fallo: de la ruta si no se compró nada, de todo el exchange tras una pérdida.',
      },
      dislocation: {
        term: 'Desajuste',
        text: 'Un movimiento de un mercado que separa los precios. Hace rentables muchos ciclos a la vez, de los que puede tomarse uno.',
      },
      doubtedProfit: {
        term: 'Ganancia dudosa',
        text: 'Se promete más de lo que los ajustes creen, un 3 % si no dicen otra cosa: se vuelven a leer los libros antes de ejecutar nada.',
      },
      drawdown: {
        term: 'Drawdown',
        text: 'Cuánto está el patrimonio por debajo de su máximo hasta ahora, en porcentaje. Depósitos y retiradas no cuentan.',
      },
      dust: {
        term: 'Polvo',
        text: 'Lo que deja en la cartera el redondeo a lotes enteros. Es tuyo, pero no alcanza para una orden.',
      },
      equity: {
        term: 'Patrimonio',
        text: 'El valor en USD de todo lo que hay en los exchanges, a los precios actuales de los libros.',
      },
      fillRate: {
        term: 'Tasa de llenado',
        text: 'La parte de las órdenes terminadas que se llenaron por completo.',
      },
      halt: {
        term: 'Bloqueado',
        text: 'No se opera nada nuevo hasta que una persona examine la causa y levante el bloqueo. Sobrevive a un reinicio.',
      },
      killSwitch: {
        term: 'Parar todo (parada de emergencia)',
        text: 'Cancela todas las órdenes, detiene el bot y lo bloquea hasta que alguien levante el bloqueo.',
      },
      latency: {
        term: 'Latencia',
        text: 'El tiempo desde que se envía una orden hasta su respuesta final.',
      },
      leg: {
        term: 'Tramo',
        text: 'Una operación de un ciclo, en un mercado. Los tramos van uno tras otro; cada uno gasta lo que trajo el anterior.',
      },
      live: {
        term: 'Real',
        text: 'Las órdenes van al exchange y mueven dinero real.',
      },
      liquidity: {
        term: 'Liquidez',
        text: 'Cuánto ofrecen los libros a estos precios. Poca liquidez significa que un importe mayor obtendría precios peores.',
      },
      lots: {
        term: 'Lotes enteros',
        text: 'Los exchanges aceptan cantidades por pasos (lotes) y desde un mínimo. Una ganancia cuenta solo si queda tras redondear cada tramo a lotes.',
      },
      paper: {
        term: 'Papel',
        text: 'Una simulación ejecuta las órdenes con los precios del mercado. No se mueve dinero real.',
      },
      pnl: {
        term: 'PnL',
        text: 'Ganancias y pérdidas de las operaciones terminadas, con las comisiones descontadas.',
      },
      profitFactor: {
        term: 'Factor de ganancia',
        text: 'Todas las ganancias divididas entre todas las pérdidas. Por encima de 1 las operaciones ganaron en conjunto; sin pérdidas no lo hay.',
      },
      quad: {
        term: 'QUAD',
        text: 'Un ciclo cuadrangular: cuatro operaciones, por ejemplo USDT → SOL → BTC → ETH → USDT.',
      },
      residual: {
        term: 'Varado (posición residual)',
        text: 'Lo que una ejecución fallida dejó en otra moneda que la inicial. El bot en marcha lo vende cuando una salida entra en el límite; tú puedes venderlo o conservarlo antes. Hasta entonces ninguna ruta usa allí esa moneda.',
      },
      sharpe: {
        term: 'Ratio de Sharpe',
        text: 'Rendimiento medio de una operación dividido entre la dispersión de los rendimientos. Más alto es más constante; con pocas operaciones dice poco.',
      },
      slippage: {
        term: 'Deslizamiento',
        text: 'Cuánto peores fueron los precios pagados que los planeados, en porcentaje sobre los tramos de una operación.',
      },
      stopLoss: {
        term: 'Stop loss',
        text: 'La pérdida respecto al primer patrimonio con la que el bot se bloquea y se detiene.',
      },
      threshold: {
        term: 'Umbral',
        text: 'La ganancia mínima en porcentaje, tras comisiones y en lotes enteros, con la que el bot ejecuta un ciclo.',
      },
      tri: {
        term: 'TRI',
        text: 'Un ciclo triangular: tres operaciones, por ejemplo USDT → BTC → ETH → USDT.',
      },
      trusted: {
        term: 'Libro fiable',
        text: 'Un libro de órdenes completo, reciente y sin contradicciones. El bot no opera con otros.',
      },
      unwind: {
        term: 'Deshacer',
        text: 'Revender lo que compraron los primeros tramos cuando falla uno posterior, por la salida que más trae y con un límite de pérdida.',
      },
      winRate: {
        term: 'Tasa de acierto',
        text: 'La parte de las operaciones que terminaron con ganancia.',
      },
    },
  },
};
