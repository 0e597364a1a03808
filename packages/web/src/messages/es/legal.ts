import type { legal as english } from '../en/legal.ts';

export const legal: typeof english = {
  privacy: {
    intro: 'Breve y completo: bot y panel corren en tu máquina y no informan a nadie.',
    browser: {
      title: 'En este navegador',
      text: 'El almacenamiento de este navegador guarda el token de tu sesión, hasta que la cierres, y el tema, el idioma y los borradores de formularios, hasta que lo vacíes. No se pone ninguna cookie. Aquí nunca se guardan contraseñas ni claves de exchanges. La grabación de la sesión está en memoria, sin secretos, y desaparece con la página si no la guardas.',
    },
    machine: {
      title: 'En la máquina del bot',
      text: 'El directorio de datos contiene el diario (órdenes, saldos, decisiones, ajustes), el registro, los usuarios con sus contraseñas como hash y el registro de auditoría: quién hizo qué, cuándo y desde qué dirección. Las claves de exchanges, los tokens de alertas y las contraseñas de correo están cifrados. Solo el dueño del directorio puede leerlo.',
    },
    leaves: {
      title: 'Qué sale de esa máquina',
      text: 'Solo lo que configuraste: llamadas a los exchanges que elegiste, alertas por el bot de Telegram y el servidor de correo que indicaste, y respuestas a los programas a los que diste un token. No hay telemetría, ni recuento de visitas, ni búsqueda de actualizaciones, ni guiones, fuentes o imágenes de otros sitios.',
    },
    remove: {
      title: 'Cómo borrarlo',
      text: 'Cierra la sesión y borra los datos de este sitio para vaciar el navegador. Detén el bot y borra su directorio de datos, con las copias que hiciste, para quitar el resto.',
    },
    links:
      'Los enlaces a páginas de estado del pie llevan a los exchanges, que ven tu visita como la de cualquiera de sus páginas.',
  },
  terms: {
    intro: 'Lo que aceptas al usar este programa.',
    licence: {
      title: 'Licencia',
      text: 'Software libre bajo la licencia MIT: puedes usarlo, cambiarlo y pasarlo, con el aviso de la licencia.',
    },
    warranty: {
      title: 'Sin garantía',
      text: 'Se ofrece tal cual, sin garantía de ningún tipo. Sus autores no responden de pérdidas, sea cual sea su causa: fallos del programa, de un exchange, de una conexión o de una máquina.',
    },
    risk: {
      title: 'Tu propio riesgo',
      text: 'Al operar puedes perder todo el dinero que pongas. Lo que el bot hace con dinero real lo hace con tus claves, dentro de tus límites y por decisión tuya. Nada de esto es un consejo.',
    },
    figures: {
      title: 'Cifras',
      text: 'Los resultados de operar en papel, de mercados simulados y de backtests son calculados y no dicen nada de lo que habría hecho el dinero real. Cada pantalla nombra su origen.',
    },
    rules: {
      title: 'Reglas ajenas',
      text: 'Cumples las condiciones de tus exchanges y las leyes de donde estés, y te ocupas de tus impuestos.',
    },
  },
};
