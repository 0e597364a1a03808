import { createApi, createClient, createSocket, systemClock } from '@triquad/core';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { browserStorage } from './browser-storage.ts';
import './style.css';

// A page that is served for a bot elsewhere names it; otherwise it is the one that serves the page.
const address = (name: string, fallback: string): string =>
  new URL(document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || fallback, window.location.origin)
    .href;

const storage = browserStorage(() => localStorage);
const client = createClient({
  api: createApi({
    baseUrl: address('triquad-api', '/api/v1'),
    apiKey: 'triquad-web',
    fetch: (...request) => fetch(...request),
    storage,
  }),
  socket: createSocket({
    url: address('triquad-socket', '/ws').replace(/^http/, 'ws'),
    open: (url) => new WebSocket(url),
  }),
  storage,
  clock: systemClock,
});
client.start();

const root = document.getElementById('root');
if (root) createRoot(root).render(<App client={client} storage={storage} />);
