import type { login as english } from '../en/login.ts';

export const login: typeof english = {
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
    idle: 'Se ha cerrado tu sesión porque no la has usado durante mucho tiempo. Inicia sesión de nuevo para continuar.',
    show: 'Mostrar el token',
    hide: 'Ocultar el token',
    showPassword: 'Mostrar la contraseña',
    hidePassword: 'Ocultar la contraseña',
  },
};
