import type { FileTransport } from '@triquad/core';

/** Sends a `File` by XMLHttpRequest: `fetch` does not say how much of a body has gone. The browser reads it from the disk bit by bit. */
export const xhrFileTransport =
  (create: () => XMLHttpRequest): FileTransport =>
  (url, { method, headers, file, onSent, signal }) =>
    new Promise((resolve, reject) => {
      const request = create();
      request.open(method, url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded }) => onSent(loaded);
      request.onload = () =>
        resolve({
          status: request.status,
          headers: { get: (name) => request.getResponseHeader(name) },
          text: async () => request.responseText,
        });
      request.onerror = () => reject(new TypeError('no answer'));
      request.onabort = () => reject(signal.reason);
      signal.addEventListener('abort', () => request.abort());
      if (signal.aborted) return reject(signal.reason);
      request.send(file.content as File);
    });
