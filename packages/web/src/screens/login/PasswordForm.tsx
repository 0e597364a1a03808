import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { LogIn } from '@blueprintjs/icons';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../client-context.tsx';
import { SecretInput } from '../../elements/SecretInput.tsx';
import { useMessages } from './use-messages.ts';

export function PasswordForm({ busy }: { busy: boolean }) {
  const { login } = useMessages();
  const client = useClient();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    client.send({ type: 'Login', username: username.trim(), password });
  };
  return (
    <form onSubmit={submit}>
      <FormGroup label={login.username} labelFor="username">
        <InputGroup
          id="username"
          autoFocus
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onValueChange={setUsername}
        />
      </FormGroup>
      <FormGroup label={login.password} labelFor="password">
        <SecretInput
          id="password"
          value={password}
          onChange={setPassword}
          show={login.showPassword}
          hide={login.hidePassword}
        />
      </FormGroup>
      <Button
        type="submit"
        intent="primary"
        fill
        icon={<LogIn />}
        text={login.submit}
        disabled={username.trim() === '' || password === ''}
        loading={busy}
      />
    </form>
  );
}
