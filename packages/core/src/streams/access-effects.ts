import { mapResult, type Result } from '../gateway/api.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { SettingAction } from '../journal/setting.ts';
import type { Rows } from './lanes.ts';
import { type Form, ofForm } from './setting-effects.ts';

const user = ({ name }: { readonly name: string }): Form => ({ setting: 'user', name });
const session = ({ id }: { readonly id: string }): Form => ({ setting: 'session', name: id });
const changed = (form: Form, action: SettingAction, answer: Promise<Result<unknown>>): Promise<Result<ClientEvent>> =>
  mapResult(answer, () => ({ type: 'SettingChanged', ...form, action }));

const changeUser = ofForm<'ChangeUser'>('save', user, ({ name, role, password }, { api }) => {
  const body = { ...(role !== undefined && { role }), ...(password !== undefined && { password }) };
  return changed(user({ name }), 'save', api.call('users.update', { path: { name }, body }));
});

/** Users and sessions. */
export const accessEffects: Rows = {
  CreateUser: ofForm<'CreateUser'>('create', user, ({ type: _, ...body }, { api }) =>
    changed(user(body), 'create', api.call('users.create', { body })),
  ),
  // A new role must not replace a new password that waits.
  ChangeUser: {
    ...changeUser,
    lane: (command) => `${changeUser.lane(command)} ${command.role === undefined ? 'password' : 'role'}`,
  },
  RemoveUser: ofForm<'RemoveUser'>('delete', user, ({ name, key }, { api }) =>
    changed(user({ name }), 'delete', api.call('users.delete', { path: { name } }, { key })),
  ),
  EndSession: ofForm<'EndSession'>('delete', session, ({ id, key }, { api }) =>
    changed(session({ id }), 'delete', api.call('sessions.end', { path: { id } }, { key })),
  ),
};
