import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * The other end of the fan-out, in a thread of its own: so many sockets that read all they are sent and, where `upgrade` is set, first ask for a
 * WebSocket. Says `ready` once all are open and the number of bytes read, in all, every few milliseconds.
 */
type Setting = { port: number; clients: number; upgrade: boolean };

const reportMs = 2;
const { port, clients, upgrade } = workerData as Setting;
let read = 0;
let opened = 0;

function open(): void {
  opened++;
  if (opened === clients) parentPort?.postMessage('ready');
}

for (let client = 0; client < clients; client++) {
  const socket = connect(port, '127.0.0.1');
  let isOpen = !upgrade;
  socket.on('connect', () => {
    if (!upgrade) return open();
    const key = randomBytes(16).toString('base64');
    const head = [
      'GET / HTTP/1.1',
      'Host: bench',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
    ];
    socket.write(`${[...head, `Sec-WebSocket-Key: ${key}`].join('\r\n')}\r\n\r\n`);
  });
  socket.on('data', (bytes) => {
    if (isOpen) {
      read += bytes.length;
      return;
    }
    isOpen = true;
    read += bytes.length - (bytes.indexOf('\r\n\r\n') + 4);
    open();
  });
}
setInterval(() => parentPort?.postMessage(read), reportMs);
