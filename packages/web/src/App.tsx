import { BlueprintProvider } from '@blueprintjs/core';
import type { Client, KeyStore } from '@triquad/core';
import { lazy, useState } from 'react';
import { Navigate, Route, Routes, useParams } from 'react-router-dom';
import { StorageContext } from './app-context.tsx';
import { ClientProvider, useClientState } from './client-context.tsx';
import { GuardedRouter, useIsProtected } from './components/unsaved-guard.tsx';
import { ThemeProvider } from './elements/theme.tsx';
import { MessagesProvider, SpokenUntilChosen, useLanguage } from './messages/messages.tsx';
import { ScreenContext } from './screen.ts';
import { RequireSession } from './screens/login/RequireSession.tsx';
import { screens } from './screens.ts';
import { Shell } from './shell/Shell.tsx';

const Login = lazy(() => import('./screens/login/Login.tsx').then((file) => ({ default: file.Login })));

type AppProps = { client: Client; storage: KeyStore; basePath: string };

/** The dashboard: everything it needs from the browser is passed in. `basePath`: `/` or `/bots/a/`. */
export function App({ client, storage, basePath }: AppProps) {
  return (
    <StorageContext value={storage}>
      <MessagesProvider>
        <ThemeProvider>
          <ClientProvider client={client}>
            <BlueprintProvider hotkeysProviderRenderDialog={() => <></>}>
              <GuardedRouter basePath={basePath}>
                <AppRoutes />
              </GuardedRouter>
            </BlueprintProvider>
          </ClientProvider>
        </ThemeProvider>
      </MessagesProvider>
    </StorageContext>
  );
}

/**
 * A change of the language remounts the screens, because figures are formatted in the language of the page. A screen with
 * unsaved changes stays mounted: its figures follow when they change. A bot over another data directory remounts them all, because what is
 * open and typed belongs to the former data.
 */
function AppRoutes() {
  const { language } = useLanguage();
  const isProtected = useIsProtected();
  const replaced = useClientState(({ health }) => health.replaced);
  const [written, setWritten] = useState(language);
  if (written !== language && !isProtected()) setWritten(language);
  return (
    <Routes key={`${written} ${replaced}`}>
      <Route path="login" element={<Login />} />
      <Route element={<RequireSession />}>
        <Route element={<Shell />}>
          {screens.map((screen) => (
            <Route
              key={screen.name}
              path={screen.name}
              element={
                <ScreenContext value={screen}>
                  <SpokenUntilChosen language={screen.language}>
                    <screen.View />
                  </SpokenUntilChosen>
                </ScreenContext>
              }
            />
          ))}
          <Route path="history/:id" element={<OneLife />} />
          <Route path="*" element={<Navigate to="/dashboard" replace />} />
        </Route>
      </Route>
    </Routes>
  );
}

/** The address of one life: it opens above the history. */
function OneLife() {
  const { id = '' } = useParams();
  return <Navigate to={`/history?life=${encodeURIComponent(id)}`} replace />;
}
