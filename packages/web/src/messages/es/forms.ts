import type { Bounds } from '@triquad/core/rules';
import type { forms as english } from '../en/forms.ts';
import { formatIn } from '../format.ts';

const digits = formatIn('es').amount;

const limits = ({ least, most, isAbove }: Bounds): string => {
  if (least !== null && most !== null) return ` de ${digits(least)} a ${digits(most)}`;
  if (least !== null) return isAbove ? ` mayor que ${digits(least)}` : ` de al menos ${digits(least)}`;
  return most === null ? '' : ` de ${digits(most)} como máximo`;
};
const enter = (bounds: Bounds | null): string => {
  if (bounds === null) return 'Rellena este campo';
  return `Escribe un número${bounds.isWhole ? ' entero' : ''}${limits(bounds)}`;
};
const range = (bounds: Bounds | null): string => {
  const { least = null, most = null, isAbove = false } = bounds ?? {};
  if (least !== null && most !== null) return `Debe estar entre ${digits(least)} y ${digits(most)}`;
  if (least !== null) return isAbove ? `Debe ser mayor que ${digits(least)}` : `Debe ser al menos ${digits(least)}`;
  return most === null ? 'Este valor no es posible' : `Debe ser ${digits(most)} como máximo`;
};

export const forms: typeof english = {
  forms: {
    problems: {
      missing: enter,
      not_a_number: enter,
      thousands: () => 'Podría leerse como miles: escribe 1500 o 1.50',
      not_whole: (bounds) => `Debe ser un número entero${bounds === null ? '' : limits(bounds)}`,
      out_of_range: range,
      too_long: () => 'Demasiado largo',
      invalid: () => 'Este valor no es posible',
      end_before_start: () => 'La fecha de fin debe ser posterior a la de inicio',
      skipped_time: () =>
        'Esta hora no existe en tu zona: los relojes se adelantan y la saltan. Elige una anterior o posterior',
      no_type: () => 'Selecciona al menos un tipo de oportunidad',
      enter_again: () => 'Este bot no muestra nada de ello: ingrésalo de nuevo para guardar.',
    },
    save: 'Guardar',
    discard: 'Descartar cambios',
    reset: 'Restablecer',
    meanwhile: (value) => (value === '' ? 'Entretanto se vació' : `Entretanto cambió a ${value}`),
    show: (what) => `Mostrar ${what}`,
    hide: (what) => `Ocultar ${what}`,
  },
};
