import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { type ClientState, none, selectCan, selectMinute } from '@triquad/core';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useClientState, useWatch } from '../../client-context.tsx';
import { Panel } from '../../components/Panel.tsx';
import { usePanelState } from '../../components/use-panel-state.ts';
import { SecretInput } from '../../elements/SecretInput.tsx';
import { shortMoment } from '../../messages/moments.ts';
import { AdminOnly } from './AdminOnly.tsx';
import { useAsking, useRefusal } from './Asking.tsx';
import { Refused, Table } from './ListTable.tsx';
import styles from './settings.module.css';
import { useMessages } from './use-messages.ts';
import { useSending } from './use-sending.ts';
import { useMayChange } from './use-setting.ts';

const height = 200;
const roles = ['viewer', 'operator', 'admin'] as const;
type Role = (typeof roles)[number];
type Session = NonNullable<ClientState['loaded']['sessions']>[number];
const selectUsers = ({ loaded }: ClientState) => loaded.users;
const selectSessions = ({ loaded }: ClientState) => loaded.sessions;
const selectHasSessions = selectCan('sessions');

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
  useWatch('users');
  const users = useClientState(selectUsers);
  const rows = users ?? [];
  const state = usePanelState('users', users !== null, null);
  const ask = useAsking();
  const refusal = useRefusal('user');
  const mayChange = useMayChange();
  const moment = useMoment();
  const [renewed, renew] = useState<string | null>(null);
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
                      command: { type: 'ChangeUser', name: user.name, role },
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
                  onClick={() => renew(renewed === user.name ? null : user.name)}
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
                      command: { type: 'RemoveUser', name: user.name },
                    })
                  }
                />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {renewed !== null && <PasswordForm key={renewed} name={renewed} close={() => renew(null)} />}
      <NewUserForm disabled={!mayChange} />
      <Refused text={refusal} />
    </Panel>
  );
}

type RoleProps = { label?: string; id?: string; value: string; disabled: boolean; choose: (role: Role) => void };
function RoleSelect({ label, id, value, disabled, choose }: RoleProps) {
  const { people: text } = useMessages();
  return (
    <HTMLSelect
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(id === undefined ? {} : { id })}
      value={value}
      disabled={disabled}
      onChange={(event) => choose(event.currentTarget.value as Role)}
      options={roles.map((role) => ({ value: role, label: text.roles[role] ?? role }))}
    />
  );
}

const blank = { name: '', password: '', role: 'viewer' as Role };

function NewUserForm({ disabled }: { disabled: boolean }) {
  const { people: text } = useMessages();
  const [typed, setTyped] = useState(blank);
  const { send, isDone, forget } = useSending('user', typed.name, 'create');
  const user = isDone ? blank : typed;
  const setUser = (changed: typeof blank) => {
    forget();
    setTyped(changed);
  };
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'CreateUser', ...user });
  };
  return (
    <form className={styles.userForm} autoComplete="off" onSubmit={submit}>
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

function PasswordForm({ name, close }: { name: string; close: () => void }) {
  const { people: text } = useMessages();
  const [password, setPassword] = useState('');
  const { send, isDone } = useSending('user', name, 'save');
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'ChangeUser', name, password });
  };
  useEffect(() => {
    if (isDone) close();
  }, [isDone, close]);
  return (
    <form className={styles.userForm} autoComplete="off" onSubmit={submit}>
      <FormGroup label={text.passwordOf(name)} labelFor={id} helperText={text.passwordHint}>
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
  useWatch('sessions');
  const sessions = useClientState(selectSessions);
  const rows = sessions ?? [];
  const state = usePanelState('sessions', sessions !== null, null);
  const ask = useAsking();
  const refusal = useRefusal('session');
  const mayChange = useMayChange();
  const moment = useMoment();
  const endOf = ({ id, user }: Session) =>
    ask({
      title: text.endOf(user, id),
      body: text.endBody,
      confirm: text.end,
      intent: 'danger',
      command: { type: 'EndSession', id },
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
                <code>{session.id}</code> {session.current && <strong>{text.own}</strong>}
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
      <Refused text={refusal} />
    </Panel>
  );
}

const useMoment = (): ((moment: string | null) => string) => {
  const minute = useClientState(selectMinute);
  return (moment) => (moment === null ? none : shortMoment(moment, minute));
};
