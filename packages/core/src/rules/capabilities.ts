/** Whether a bot that announces these does nothing for a caller without a token. */
export const demandsToken = (capabilities: readonly string[]): boolean =>
  ['auth', 'auth.code', 'socket.auth'].some((name) => capabilities.includes(name));
