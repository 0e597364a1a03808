import type { Messages } from '../en.ts';
import { formatIn } from '../format.ts';
import { plural } from './plural.ts';

const { number } = formatIn('es');

export const other: Pick<Messages, 'logs' | 'login' | 'placeholder'> = {
  logs: {
    title: 'Registros del sistema',
    nav: 'Registros',
    search: 'Buscar en los registros',
    searchPlaceholder: 'Buscar mensaje, origen, campos',
    level: 'Nivel',
    all: 'TODOS',
    autoScroll: 'Desplazamiento automático',
    pause: 'Pausar',
    resume: 'Reanudar',
    clear: 'Vaciar',
    download: 'Descargar',
    total: (count) => `Total: ${number(count)}`,
    filtered: (count) => `Filtrados: ${number(count)}`,
    live: 'En vivo',
    paused: 'En pausa',
    missed: (count) => `${number(count)} más`,
    table: 'Entradas del registro',
    empty: 'Esperando registros...',
    emptyFiltered: 'Ninguna entrada cumple la búsqueda y el nivel',
    metadata: (count) => `+${plural(count, 'campo', 'campos')}`,
    columns: { time: 'Hora', level: 'Nivel', source: 'Origen', message: 'Mensaje', metadata: 'Metadatos' },
    connected: 'Conectado',
    disconnected: 'Desconectado',
    connecting: 'Conectando',
  },
  login: {
    title: 'Iniciar sesión',
    intro: 'Abre el enlace de acceso que el bot mostró al iniciarse o pega un token.',
    introUsers: 'Inicia sesión con tu nombre y contraseña o abre el enlace de acceso que el bot mostró al iniciarse.',
    username: 'Usuario',
    password: 'Contraseña',
    useToken: 'Iniciar sesión con un token',
    usePassword: 'Iniciar sesión con nombre y contraseña',
    token: 'Token',
    tokenHint: 'El token de administrador está en el archivo admin.token del directorio de datos del bot.',
    submit: 'Iniciar sesión',
    byLink: 'Iniciando sesión con el enlace…',
    linkFailed: 'El enlace de acceso ya se usó o ha caducado. Reinicia el bot para obtener otro o pega un token.',
    failed: 'El bot no aceptó este token',
    failedPassword: 'No has iniciado sesión',
    expired: 'Tu sesión ha terminado. Inicia sesión de nuevo para continuar.',
    show: 'Mostrar el token',
    hide: 'Ocultar el token',
    showPassword: 'Mostrar la contraseña',
    hidePassword: 'Ocultar la contraseña',
  },
  placeholder: {
    underConstruction: (page) => `La página ${page} está en construcción.`,
    back: 'Volver al panel',
    screens: {
      performance: { title: 'Rendimiento', nav: 'Rendimiento' },
      positions: { title: 'Posiciones', nav: 'Posiciones' },
      history: { title: 'Historial', nav: 'Historial' },
      docs: { title: 'Guía del operador', nav: 'Guía' },
      api: { title: 'Referencia de la API', nav: 'API' },
      support: { title: 'Soporte', nav: 'Soporte' },
      privacy: { title: 'Privacidad', nav: 'Privacidad' },
      terms: { title: 'Términos', nav: 'Términos' },
    },
    docs: 'Cómo iniciar, leer y dirigir el bot: está en la carpeta docs del proyecto y en su README.',
    api: 'El bot describe cada llamada en /api/v1/openapi.json.',
    support:
      'No hay soporte alojado: el bot y este panel corren en tu propia máquina. Registros muestra qué hizo el bot y por qué; su descarga es lo que conviene adjuntar a un informe.',
    privacy:
      'Este panel habla con tu bot y con nadie más. Guarda tu token, tema e idioma en este navegador, no pone cookies y no cuenta visitas.',
    terms:
      'Software libre bajo licencia MIT, sin garantía de ningún tipo. Al operar puedes perder dinero; lo que ejecutes es decisión y riesgo tuyos.',
  },
};
