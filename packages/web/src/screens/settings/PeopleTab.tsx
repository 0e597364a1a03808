import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { none, selectCan, selectMinute } from '@triquad/core';
import type { Session, User } from '@triquad/core/contract';
import { type FormEvent, useId, useState } from 'react';
import { useClientState } from '../../client-context.tsx';
import { shortMoment } from '../../components/moments.ts';
import { Panel } from '../../components/Panel.tsx';
import { SecretInput } from '../../components/SecretInput.tsx';
import { useRows } from '../../components/use-rows.ts';
import { AdminOnly } from './AdminOnly.tsx';
import { useAsking } from './Asking.tsx';
import { Refused, Table } from './ListTable.tsx';
import styles from './settings.module.css';
import { useMessages } from './use-messages.ts';
import { useMayChange } from './use-setting.ts';

const height = 200;
const roles = ['viewer', 'operator', 'admin'] as const;
const selectHasSessions = selectCan('sessions');
const addressOf = ({ name }: User): string => `/users/${encodeURIComponent(name)}`;

/** Users and sessions; loaded while they are shown. */
export function PeopleTab() {
  const hasSessions = useClientState(selectHasSessions);
  return (
    <AdminOnly>
      <Users />
      {hasSessions && <Sessions />}
    </AdminOnly>
  );
}

function Users() {
  const { people: text } = useMessages();
  const { rows, state, change } = useRows('users.list');
  const { ask, run, problem, dialog } = useAsking(change);
  const mayChange = useMayChange();
  const moment = useMoment();
  const [renewed, renew] = useState<User | null>(null);
  return (
    <Panel
      title={text.users}
      state={state}
      height={height}
      actions={<span className="muted small from-tablet">{text.usersHint}</span>}
    >
      {rows.length === 0 ? (
        <p>
          {text.noUsers}. <span className="muted">{text.noUsersHint}</span>
        </p>
      ) : (
        <Table label={text.users} names={[text.name, text.role, text.open, text.since, '']}>
          {rows.map((user) => (
            <tr key={user.name}>
              <th scope="row">{user.name}</th>
              <td>
                <RoleSelect
                  label={text.roleOf(user.name)}
                  value={user.role}
                  disabled={!mayChange}
                  choose={(role) =>
                    ask({
                      title: text.roleTitle(user.name, text.roles[role] ?? role),
                      body: text.roleBody,
                      confirm: text.change,
                      intent: 'primary',
                      change: { method: 'PUT', address: addressOf(user), body: { role } },
                    })
                  }
                />
              </td>
              <td>{user.sessions ?? none}</td>
              <td>{moment(user.created_at)}</td>
              <td className={styles.actions}>
                <Button
                  size="small"
                  text={text.setPassword}
                  aria-label={text.passwordOf(user.name)}
                  disabled={!mayChange}
                  onClick={() => renew(renewed?.name === user.name ? null : user)}
                />
                <Button
                  size="small"
                  variant="minimal"
                  intent="danger"
                  text={text.remove}
                  aria-label={text.removeOf(user.name)}
                  disabled={!mayChange}
                  onClick={() =>
                    ask({
                      title: text.removeOf(user.name),
                      body: text.removeBody,
                      confirm: text.remove,
                      intent: 'danger',
                      change: { method: 'DELETE', address: addressOf(user) },
                    })
                  }
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {renewed !== null && (
        <PasswordForm
          key={renewed.name}
          user={renewed}
          save={async (password) => {
            if (await run({ method: 'PUT', address: addressOf(renewed), body: { password } })) renew(null);
          }}
        />
      )}
      <NewUserForm disabled={!mayChange} add={(user) => run({ method: 'POST', address: '/users/', body: user })} />
      <Refused text={problem === '' ? '' : text.failed(problem)} />
      {dialog}
    </Panel>
  );
}

type RoleProps = { label?: string; id?: string; value: string; disabled: boolean; choose: (role: string) => void };
function RoleSelect({ label, id, value, disabled, choose }: RoleProps) {
  const { people: text } = useMessages();
  return (
    <HTMLSelect
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(id === undefined ? {} : { id })}
      value={value}
      disabled={disabled}
      onChange={(event) => choose(event.currentTarget.value)}
      options={roles.map((role) => ({ value: role, label: text.roles[role] ?? role }))}
    />
  );
}

type NewUser = { name: string; password: string; role: string };
const blank: NewUser = { name: '', password: '', role: 'viewer' };

function NewUserForm({ disabled, add }: { disabled: boolean; add: (user: NewUser) => Promise<boolean> }) {
  const { people: text } = useMessages();
  const [user, setUser] = useState(blank);
  const id = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await add(user)) setUser(blank);
  };
  return (
    <form className={styles.userForm} autoComplete="off" onSubmit={(event) => void submit(event)}>
      <FormGroup label={text.name} labelFor={`${id}n`}>
        <InputGroup
          id={`${id}n`}
          value={user.name}
          maxLength={100}
          autoComplete="off"
          disabled={disabled}
          onValueChange={(name) => setUser({ ...user, name })}
        />
      </FormGroup>
      <FormGroup label={text.password} labelFor={`${id}p`}>
        <SecretInput
          id={`${id}p`}
          value={user.password}
          autoComplete="new-password"
          disabled={disabled}
          show={text.showPassword}
          hide={text.hidePassword}
          onChange={(password) => setUser({ ...user, password })}
        />
      </FormGroup>
      <FormGroup label={text.role} labelFor={`${id}r`}>
        <RoleSelect id={`${id}r`} value={user.role} disabled={disabled} choose={(role) => setUser({ ...user, role })} />
      </FormGroup>
      <Button
        type="submit"
        intent="primary"
        text={text.add}
        disabled={disabled || user.name === '' || user.password === ''}
      />
      <p className={`muted small ${styles.wideNote}`}>{text.rolesHint}</p>
    </form>
  );
}

function PasswordForm({ user, save }: { user: User; save: (password: string) => Promise<void> }) {
  const { people: text } = useMessages();
  const [password, setPassword] = useState('');
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(password);
  };
  return (
    <form className={styles.userForm} autoComplete="off" onSubmit={submit}>
      <FormGroup label={text.passwordOf(user.name)} labelFor={id} helperText={text.passwordHint}>
        <SecretInput
          id={id}
          value={password}
          autoFocus
          autoComplete="new-password"
          show={text.showPassword}
          hide={text.hidePassword}
          onChange={setPassword}
        />
      </FormGroup>
      <Button type="submit" text={text.setPassword} disabled={password === ''} />
    </form>
  );
}

function Sessions() {
  const { people: text } = useMessages();
  const { rows, state, change } = useRows('sessions.list');
  const { ask, problem, dialog } = useAsking(change);
  const mayChange = useMayChange();
  const moment = useMoment();
  const endOf = ({ id, user }: Session) =>
    ask({
      title: text.endOf(user, id),
      body: text.endBody,
      confirm: text.end,
      intent: 'danger',
      change: { method: 'DELETE', address: `/sessions/${encodeURIComponent(id)}` },
    });
  return (
    <Panel
      title={text.sessions}
      state={state}
      height={height}
      actions={<span className="muted small from-tablet">{text.sessionsHint}</span>}
    >
      {rows.length === 0 ? (
        <p className="muted">{text.noSessions}</p>
      ) : (
        <Table
          label={text.sessions}
          names={[text.name, text.role, text.session, text.opened, text.seen, text.from, text.expires, '']}
        >
          {rows.map((session) => (
            <tr key={session.id}>
              <th scope="row">{session.user}</th>
              <td>{text.roles[session.role] ?? session.role}</td>
              <td>
                <code>{session.id}</code> {session.current === true && <strong>{text.own}</strong>}
              </td>
              <td>{moment(session.created_at)}</td>
              <td>{moment(session.last_seen_at)}</td>
              <td>{session.address ?? none}</td>
              <td>{moment(session.expires_at)}</td>
              <td className={styles.actions}>
                <Button
                  size="small"
                  text={text.end}
                  aria-label={text.endOf(session.user, session.id)}
                  disabled={!mayChange}
                  onClick={() => endOf(session)}
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Refused text={problem === '' ? '' : text.failed(problem)} />
      {dialog}
    </Panel>
  );
}

const useMoment = (): ((moment: string | null) => string) => {
  const minute = useClientState(selectMinute);
  return (moment) => (moment === null ? none : shortMoment(moment, minute));
};
