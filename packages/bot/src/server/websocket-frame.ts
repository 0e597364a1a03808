import { constants, deflateRawSync } from 'node:zlib';

const FIN_TEXT = 0x81;
const COMPRESSED = 0x40;
/** Shorter texts hardly shrink. */
const COMPRESS_ABOVE = 256;
/** The end of each compressed message, which is not sent (RFC 7692, 7.2.1). */
const TAIL = 4;

/** An unmasked, unfragmented text frame (RFC 6455, 5.2), as a server sends it, and the text in it. */
export type TextFrame = { readonly bytes: Buffer; readonly text: Buffer };

export function textFrame(text: string | Buffer): TextFrame {
  return framed(FIN_TEXT, Buffer.from(text));
}

/** As `textFrame`, compressed by itself alone (RFC 7692 without context takeover), so that every client reads the same bytes. */
export function compressedFrame(text: Buffer): Buffer {
  if (text.length <= COMPRESS_ABOVE) return textFrame(text).bytes;
  const compressed = deflateRawSync(text, { level: constants.Z_BEST_SPEED, finishFlush: constants.Z_SYNC_FLUSH });
  return framed(FIN_TEXT | COMPRESSED, compressed.subarray(0, -TAIL)).bytes;
}

function framed(first: number, body: Buffer): TextFrame {
  const { length } = body;
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  // Not out of the pool: a frame that is kept would keep 8 kB of it.
  const bytes = Buffer.allocUnsafeSlow(header + length);
  bytes[0] = first;
  if (header === 2) bytes[1] = length;
  else if (header === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  body.copy(bytes, header);
  return { bytes, text: bytes.subarray(header) };
}
