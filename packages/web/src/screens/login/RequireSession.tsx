import { selectSession } from '@triquad/core';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useClientState } from '../../client-context.tsx';
import { codeIn } from './login-code.ts';

/** Renders its children for a signed-in user, or if the bot requires no sign-in; redirects others to the login and back. */
export function RequireSession() {
  const state = useClientState(selectSession);
  const { pathname, search, hash } = useLocation();
  if (codeIn(hash) !== null) return <Navigate to={{ pathname: '/login', hash }} replace />;
  if (state === 'signed-out') return <Navigate to="/login" replace state={{ from: { pathname, search } }} />;
  return <Outlet />;
}
