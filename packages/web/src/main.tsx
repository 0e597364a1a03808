// The style sheets of components come after Blueprint's and the tokens, which they build on.
import 'normalize.css';
import '@blueprintjs/core/lib/css/blueprint.css';
import './style.css';
import { createApi, createClient, createSocket, kyTransport, systemClock, wholeContract } from '@triquad/core';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { browserStorage } from './browser-storage.ts';
import { download } from './elements/download.ts';
import { xhrFileTransport } from './xhr-file-transport.ts';

// The page's own files lie one folder below the path that the page is served under.
const base = new URL('../', import.meta.url);
const { pathname: basePath } = base;
if (!`${window.location.pathname}/`.startsWith(basePath)) window.location.replace(base);
const storage = browserStorage(() => localStorage, basePath);
const client = createClient({
  api: createApi({
    baseUrl: `${base}api/v1`,
    apiKey: 'triquad-web',
    fetch: kyTransport((...request) => fetch(...request)),
    sendFile: xhrFileTransport(() => new XMLHttpRequest()),
    storage,
    contract: wholeContract,
  }),
  socket: createSocket({ url: `${base.href.replace(/^http/, 'ws')}ws`, open: (url) => new WebSocket(url) }),
  storage,
  session: browserStorage(() => sessionStorage, basePath),
  clock: systemClock,
  save: download,
});
client.start();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App client={client} storage={storage} basePath={basePath} />);
