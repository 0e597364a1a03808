import { Button, Callout, Card } from '@blueprintjs/core';
import { selectSession, selectSignedOutReason, selectSignInProblem } from '@triquad/core';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useClient, useClientState } from '../../client-context.tsx';
import styles from './Login.module.css';
import { codeIn } from './login-code.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { TokenForm } from './TokenForm.tsx';
import { useMessages } from './use-messages.ts';

/** By name and password where the bot has users, by the link that it printed, or by a token; then continues to the requested screen. */
export function Login() {
  const { login, app, texts } = useMessages();
  const session = useClientState(selectSession);
  const problem = useClientState(selectSignInProblem);
  const reason = useClientState(selectSignedOutReason);
  const { byLink, used } = useLoginLink();
  const goal = useGoal();
  const hasUsers = useClientState((state) => state.health.capabilities.includes('auth'));
  const [wantsToken, wantToken] = useState(false);
  const byPassword = hasUsers && !wantsToken;
  useEffect(() => {
    document.title = `${login.title} · ${app.name}`;
  }, [login, app]);

  if (session === 'signed-in' && used) return <Navigate to={goal} replace />;
  const busy = session === 'signing-in';
  const ended = problem === null && (reason === 'refused' || reason === 'idle') ? reason : null;
  return (
    <main className={styles.login}>
      <Card>
        <h1>{app.name}</h1>
        {byLink && busy ? <p role="status">{login.byLink}</p> : <p>{hasUsers ? login.introUsers : login.intro}</p>}
        {ended !== null && (
          <Callout className={styles.notice ?? ''} intent="warning">
            {ended === 'idle' ? login.idle : login.expired}
          </Callout>
        )}
        {problem !== null && (
          <Callout className={styles.notice ?? ''} intent="danger" role="alert">
            {byLink ? login.linkFailed : byPassword ? login.failedPassword : login.failed} ({texts.problem(problem)})
          </Callout>
        )}
        {byPassword ? <PasswordForm busy={busy} /> : <TokenForm busy={busy} />}
        {hasUsers && (
          <Button
            variant="minimal"
            fill
            text={byPassword ? login.useToken : login.usePassword}
            onClick={() => wantToken(byPassword)}
          />
        )}
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
