import { BlueprintProvider } from '@blueprintjs/core';
import type { Client, KeyStore } from '@triquad/core';
import { lazy } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { StorageContext } from './app-context.tsx';
import { ClientProvider } from './client-context.tsx';
import { MessagesProvider } from './messages/messages.tsx';
import { RequireSession } from './screens/login/RequireSession.tsx';
import { GuardedRouter } from './shell/GuardedRouter.tsx';
import { Shell } from './shell/Shell.tsx';
import { ThemeProvider } from './shell/theme.tsx';

const Dashboard = lazy(() =>
  import('./screens/dashboard/Dashboard.tsx').then((module) => ({ default: module.Dashboard })),
);
const Trading = lazy(() => import('./screens/trading/Trading.tsx').then((module) => ({ default: module.Trading })));
const Scanner = lazy(() => import('./screens/scanner/Scanner.tsx').then((module) => ({ default: module.Scanner })));
const Execution = lazy(() =>
  import('./screens/execution/Execution.tsx').then((module) => ({ default: module.Execution })),
);
const Logs = lazy(() => import('./screens/logs/Logs.tsx').then((module) => ({ default: module.Logs })));
const Backtest = lazy(() => import('./screens/backtest/Backtest.tsx').then((module) => ({ default: module.Backtest })));
const Settings = lazy(() => import('./screens/settings/Settings.tsx').then((module) => ({ default: module.Settings })));
const Login = lazy(() => import('./screens/login/Login.tsx').then((module) => ({ default: module.Login })));
const Plain = lazy(() => import('./screens/placeholder/Placeholder.tsx').then((module) => ({ default: module.Plain })));
const UnderConstruction = lazy(() =>
  import('./screens/placeholder/Placeholder.tsx').then((module) => ({ default: module.UnderConstruction })),
);

const plain = ['docs', 'api', 'support', 'privacy', 'terms'] as const;
const underConstruction = ['performance', 'positions', 'history'] as const;

/** The dashboard: everything it needs from the browser is passed in. */
export function App({ client, storage }: { client: Client; storage: KeyStore }) {
  return (
    <StorageContext value={storage}>
      <MessagesProvider>
        <ThemeProvider>
          <ClientProvider client={client}>
            <BlueprintProvider>
              <GuardedRouter>
                <Screens />
              </GuardedRouter>
            </BlueprintProvider>
          </ClientProvider>
        </ThemeProvider>
      </MessagesProvider>
    </StorageContext>
  );
}

function Screens() {
  const dashboard = <Navigate to="/dashboard" replace />;
  return (
    <Routes>
      <Route path="login" element={<Login />} />
      <Route element={<RequireSession />}>
        <Route element={<Shell />}>
          <Route path="dashboard" element={<Dashboard />} />
          <Route path="trading" element={<Trading />} />
          <Route path="scanner" element={<Scanner />} />
          <Route path="execution" element={<Execution />} />
          <Route path="backtest" element={<Backtest />} />
          <Route path="logs" element={<Logs />} />
          <Route path="settings" element={<Settings />} />
          {plain.map((name) => (
            <Route key={name} path={name} element={<Plain name={name} />} />
          ))}
          {underConstruction.map((name) => (
            <Route key={name} path={name} element={<UnderConstruction name={name} />} />
          ))}
          <Route path="*" element={dashboard} />
        </Route>
      </Route>
    </Routes>
  );
}
