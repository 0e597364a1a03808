import { expect, test } from 'vitest';
import { foreignness, loopbackHosts } from './guard.ts';

const hosts = loopbackHosts(8787);

test.each([
  [{ host: '127.0.0.1:8787' }, true],
  [{ host: 'LOCALHOST:8787' }, true],
  [{ host: '[::1]:8787', origin: 'http://[::1]:8787' }, true],
  [{ host: 'localhost:8787', origin: 'http://127.0.0.1:8787' }, true],
  [{}, false],
  [{ host: 'localhost' }, false],
  [{ host: 'localhost:80' }, false],
  [{ host: 'evil.example:8787' }, false],
  [{ host: '127.0.0.1:8787.evil.example' }, false],
  [{ host: '127.0.0.1:8787', origin: 'null' }, false],
  [{ host: '127.0.0.1:8787', origin: 'http://evil.example' }, false],
  [{ host: '127.0.0.1:8787', origin: 'https://127.0.0.1:8787' }, false],
  [{ host: '127.0.0.1:8787', origin: 'http://127.0.0.1:8788' }, false],
])('%j is ours: %s', (headers, ours) => {
  expect(foreignness(headers, hosts) === null).toBe(ours);
});
