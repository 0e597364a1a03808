import { selectSession } from '@triquad/core';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useClientState } from '../../client-context.tsx';
import { codeIn } from './login-code.ts';

/** Lets through who is signed in, or everybody where the bot asks for nobody; sends others to the login and back. */
export function RequireSession() {
  const state = useClientState(selectSession);
  const { pathname, search, hash } = useLocation();
  if (codeIn(hash) !== null) return <Navigate to={{ pathname: '/login', hash }} replace />;
  if (state === 'signed-out') return <Navigate to="/login" replace state={{ from: { pathname, search } }} />;
  return <Outlet />;
}
