import type { support as english } from '../en/support.ts';
import { plural } from './plural.ts';

export const support: typeof english = {
  support: {
    intro:
      'El bot y el panel corren en tu propia máquina, y nadie más los ve. En esta página está lo que ayuda a encontrar un fallo.',
    versions: 'Versiones',
    bot: 'Versión del bot',
    market: 'Mercado',
    uptime: 'Tiempo activo',
    capabilities: 'Extensiones',
    browser: 'Navegador',
    health: 'Conexiones y operativa',
    healthEmpty: 'El bot aún no ha respondido',
    findings: 'Diagnóstico',
    findingsIntro:
      'Comprueba diario, libro mayor, archivos, reloj y disco como triquad doctor. Lee una copia y no cambia nada; con un diario grande tarda un rato.',
    run: 'Comprobar',
    again: 'Comprobar de nuevo',
    checkedAt: (moment) => `Comprobado ${moment}`,
    running: 'El bot comprueba sus datos…',
    unsupported: 'Este bot no puede comprobarse a sí mismo. Ejecuta triquad doctor en su máquina.',
    role: 'Solo un operador o administrador puede comprobar el bot.',
    summary: (ok, warn, fail) =>
      `${ok} en orden, ${plural(warn, 'advertencia', 'advertencias')}, ${plural(fail, 'fallo', 'fallos')}`,
    verdicts: { ok: 'Bien', warn: 'Advertencia', fail: 'Fallo' },
    columns: { verdict: 'Resultado', check: 'Comprobación', found: 'Qué se encontró y qué hacer' },
    report: 'Informe de un fallo',
    reportIntro:
      'Un archivo con versiones, el estado del bot, los resultados de arriba y la grabación de esta sesión del navegador, sin contraseñas, tokens ni claves. Se guarda en tu máquina y no se envía a nadie. Contiene saldos, órdenes y líneas del registro: léelo antes de pasarlo.',
    save: 'Descargar el informe',
    guide: 'Cuando algo va mal: la guía',
    logs: 'Registros',
  },
};
