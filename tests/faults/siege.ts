import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * A thread of strangers who keep so many connections open that say nothing: one that is closed is opened again. A thread of its own,
 * because in that of the caller its calls would wait behind the strangers. Says once that a tenth of the connections are open.
 */
const { port, count } = workerData as { readonly port: number; readonly count: number };
const open = new Set<Socket>();
let isTold = false;
const enter = (): void => {
  const socket = connect({ port, host: '127.0.0.1' }, () => {
    open.add(socket);
    if (isTold || open.size <= count / 10) return;
    isTold = true;
    parentPort?.postMessage('open');
  });
  socket.resume();
  socket.on('error', () => {});
  socket.on('close', () => {
    open.delete(socket);
    void setTimeout(50).then(enter);
  });
};
for (let n = 0; n < count; n++) enter();
