import { Button, Callout, Card, FormGroup, InputGroup } from '@blueprintjs/core';
import { EyeOff, EyeOpen, LogIn } from '@blueprintjs/icons';
import { type FormEvent, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useClient, useClientState } from '../../client-context.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { codeIn } from './login-code.ts';

/** By the link that the bot printed, or by a token; then on to where one was going. */
export function Login() {
  const { login, app } = useMessages();
  const session = useClientState((state) => state.session);
  const { byLink, used } = useLoginLink();
  const goal = useGoal();
  useEffect(() => {
    document.title = `${login.title} · ${app.name}`;
  }, [login, app]);

  if (session.state === 'signed-in' && used) return <Navigate to={goal} replace />;
  const busy = session.state === 'signing-in';
  const expired = session.reason === 'refused' && session.problem === null;
  return (
    <main className="centered">
      <Card>
        <h1>{app.name}</h1>
        {byLink && busy ? <p role="status">{login.byLink}</p> : <p>{login.intro}</p>}
        {expired && <Callout intent="warning">{login.expired}</Callout>}
        {session.problem !== null && (
          <Callout intent="danger" role="alert">
            {byLink ? login.linkFailed : login.failed} ({session.problem.message})
          </Callout>
        )}
        <TokenForm busy={busy} />
      </Card>
    </main>
  );
}

type Goal = { pathname: string; search: string };
const useGoal = (): Goal => {
  const { state } = useLocation();
  const from = (state as { from?: Goal } | null)?.from;
  return from ?? { pathname: '/dashboard', search: '' };
};

/** Spends the one-time code of the address and takes it out of there; `used` is false until that has been begun. */
const useLoginLink = (): { byLink: boolean; used: boolean } => {
  const client = useClient();
  const navigate = useNavigate();
  const { hash, state } = useLocation();
  const code = codeIn(hash);
  const [byLink, setByLink] = useState(false);
  useEffect(() => {
    if (code === null) return;
    setByLink(true);
    client.send({ type: 'Login', code });
    navigate('/login', { replace: true, state });
  }, [client, code, navigate, state]);
  return { byLink, used: code === null };
};

function TokenForm({ busy }: { busy: boolean }) {
  const { login } = useMessages();
  const client = useClient();
  const [token, setToken] = useState('');
  const [shown, show] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    client.send({ type: 'Login', token: token.trim() });
  };
  return (
    <form onSubmit={submit}>
      <FormGroup label={login.token} labelFor="token" helperText={login.tokenHint}>
        <InputGroup
          id="token"
          autoFocus
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          spellCheck={false}
          value={token}
          onValueChange={setToken}
          rightElement={
            <Button
              variant="minimal"
              icon={shown ? <EyeOff /> : <EyeOpen />}
              aria-label={shown ? login.hide : login.show}
              aria-pressed={shown}
              onClick={() => show(!shown)}
            />
          }
        />
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
