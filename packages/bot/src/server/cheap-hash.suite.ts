import { hashPassword } from './password.ts';

/** Keeps a password at next to no cost, which stands beside it: to check it costs as little. */
export const cheapHash = (password: string): Promise<string> =>
  hashPassword(password, { memory: 8, passes: 1, parallelism: 1 });
