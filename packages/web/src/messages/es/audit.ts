import type { audit as english } from '../en/audit.ts';

export const audit: typeof english = {
  audit: {
    title: 'Registro de auditoría',
    tab: 'Auditoría',
    empty: 'Aún no hay nada registrado',
    refresh: 'Volver a cargar lo más reciente',
    older: 'Cargar entradas anteriores',
    columns: {
      at: 'Cuándo',
      actor: 'Quién',
      source: 'Desde',
      action: 'Acción',
      target: 'Objeto',
      change: 'Antes → después',
      outcome: 'Resultado',
    },
    done: 'hecho',
    shell: 'la máquina del bot',
  },
};
