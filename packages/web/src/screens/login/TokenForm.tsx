import { Button, FormGroup } from '@blueprintjs/core';
import { LogIn } from '@blueprintjs/icons';
import { type FormEvent, useState } from 'react';
import { useClient } from '../../client-context.tsx';
import { SecretInput } from '../../elements/SecretInput.tsx';
import { useMessages } from './use-messages.ts';

export function TokenForm({ busy }: { busy: boolean }) {
  const { login } = useMessages();
  const client = useClient();
  const [token, setToken] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    client.send({ type: 'Login', token: token.trim() });
  };
  return (
    <form onSubmit={submit}>
      <FormGroup label={login.token} labelFor="token" helperText={login.tokenHint}>
        <SecretInput id="token" autoFocus value={token} onChange={setToken} show={login.show} hide={login.hide} />
      </FormGroup>
      <Button
        type="submit"
        intent="primary"
        fill
        icon={<LogIn />}
        text={login.submit}
        disabled={token.trim() === ''}
        loading={busy}
      />
    </form>
  );
}
