import { type Client, createClient } from '../client.ts';
import { type KeyStore, memoryStorage } from '../gateway/storage.ts';
import { storageKeys } from '../rules/limits.ts';
import { createFakeApi, type FakeApi } from './fake-api.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createFakeSocket, type FakeSocket } from './fake-socket.ts';

export type TestClient = {
  client: Client;
  api: FakeApi;
  socket: FakeSocket;
  storage: KeyStore;
  session: KeyStore;
  clock: FakeClock;
  /** Files that the client saved. */
  saved: { name: string; content: string | Blob; type: string }[];
  /** Types of the journalled messages, without ticks. */
  story(): string[];
};

/** A client whose bot, network and clock the test controls. */
export const createTestClient = (
  options: {
    answers?: Parameters<typeof createFakeApi>[0];
    token?: string;
    accepts?: () => boolean;
    session?: KeyStore;
    /** Epoch milliseconds at which its clock begins. */
    start?: number;
  } = {},
): TestClient => {
  const api = createFakeApi(options.answers);
  const socket = createFakeSocket(options.accepts);
  const storage = memoryStorage(options.token === undefined ? {} : { [storageKeys.token]: options.token });
  const { session = memoryStorage() } = options;
  const clock = createFakeClock(options.start);
  const saved: TestClient['saved'] = [];
  const save = (name: string, content: string | Blob, type: string) => void saved.push({ name, content, type });
  const client = createClient({ api, socket, storage, session, clock, save });
  return {
    client,
    api,
    socket,
    storage,
    session,
    clock,
    saved,
    story: () => client.journal.entries().flatMap(({ message }) => (message.type === 'Ticked' ? [] : [message.type])),
  };
};

/** `GET /health` of the embedded bot, with these capabilities. */
export const healthOf = (...capabilities: string[]): { status: number; body: unknown } => ({
  status: 200,
  body: {
    status: 'ok',
    version: '0.1.0',
    uptime_seconds: 1,
    capabilities,
    market_source: 'simulated',
    market_detail: null,
    checks: {},
  },
});

export const ok = (body: unknown): { status: number; body: unknown } => ({ status: 200, body });
