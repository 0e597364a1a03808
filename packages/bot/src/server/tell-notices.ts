import type { Engine } from '../engine/engine.ts';

/**
 * Tells what was found wrong with users, audit log and vault at the start. Nothing is stopped by it: an audit log that somebody
 * changed is a question to the administrator, not to the market.
 */
export function tellNotices(
  engine: Pick<Engine, 'log' | 'notify'>,
  { access, vault }: { readonly access: readonly string[]; readonly vault: readonly string[] },
): void {
  for (const fault of access) {
    const title = 'Users or audit log were changed';
    const message = `${fault}: compare access.sqlite with a backup`;
    engine.log('ERROR', 'audit', `${title}: ${message}`);
    const notice = { notification_type: 'bot', level: 'error', title, message, source: 'audit' } as const;
    engine.notify({ ...notice, code: 'access_changed', params: { fault } });
  }
  for (const notice of vault) engine.log('WARNING', 'vault', notice);
}
