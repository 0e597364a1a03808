/** True if a bot with these capabilities refuses callers without a token. */
export const demandsToken = (capabilities: readonly string[]): boolean =>
  ['auth', 'auth.code', 'socket.auth'].some((name) => capabilities.includes(name));
