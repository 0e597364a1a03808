import { createHmac } from 'node:crypto';

/** How far a chain beside the journal goes: how many entries it has, and the hash of the last one. */
export type ChainHead = { readonly count: number; readonly hash: string };

/** The chains that are anchored with the journal; null where there is none. Their hashes are kept to 128 bits. */
export type ChainHeads = {
  readonly config: ChainHead | null;
  readonly audit: ChainHead | null;
  readonly access: ChainHead | null;
};

/** What a slot of the witness says: the commit `n` of the journal `journal` ended with the fact `seq`, whose hash is `head`. */
export type Slot = {
  /** Number of the commit, from 1; 0 before the first. */
  readonly n: number;
  readonly seq: number;
  /** 64 hexadecimal digits. */
  readonly head: string;
  /** Id of the journal, 32 hexadecimal digits. */
  readonly journal: string;
  /** UTC milliseconds. */
  readonly at: number;
  /** A start had made every file of the data directory by then: one that is missing was removed. */
  readonly settled: boolean;
  readonly heads: ChainHeads;
};

/** Bytes of a slot. */
export const slotBytes = 192;

/** Bytes of a slot's tag: HMAC-SHA256 over the slot before it and the tag of the slot before that. */
const tagBytes = 32;

/** The tag before the first slot of a file. */
export const firstTag: Uint8Array = Buffer.alloc(tagBytes);

const magic = 'TRQW';
const flag = { settled: 1, config: 2, audit: 4, access: 8 };
const chains = ['config', 'audit', 'access'] as const;
const at = { flags: 4, n: 8, seq: 16, time: 24, head: 32, journal: 64, chains: 80, tag: slotBytes - tagBytes };
const chainBytes = 24;
const chainHashDigits = 32;

const tagOf = (key: Uint8Array, body: Uint8Array, before: Uint8Array): Buffer =>
  createHmac('sha256', key).update(body).update(before).digest();

/** The tag of a slot, whatever the slot is worth. */
export const tagIn = (bytes: Uint8Array): Uint8Array => bytes.subarray(at.tag, slotBytes);

/** A slot as bytes, chained to the slot whose tag is `before`. */
export const encodeSlot = (slot: Slot, key: Uint8Array, before: Uint8Array): Buffer => {
  const bytes = Buffer.alloc(slotBytes);
  bytes.write(magic, 'latin1');
  const present = chains.reduce((flags, chain) => flags | (slot.heads[chain] === null ? 0 : flag[chain]), 0);
  bytes.writeUInt32LE(present | (slot.settled ? flag.settled : 0), at.flags);
  bytes.writeBigUInt64LE(BigInt(slot.n), at.n);
  bytes.writeBigUInt64LE(BigInt(slot.seq), at.seq);
  bytes.writeBigUInt64LE(BigInt(slot.at), at.time);
  bytes.write(slot.head, at.head, 'hex');
  bytes.write(slot.journal, at.journal, 'hex');
  for (const [index, chain] of chains.entries()) {
    const { count, hash } = slot.heads[chain] ?? { count: 0, hash: '' };
    const place = at.chains + index * chainBytes;
    bytes.writeBigUInt64LE(BigInt(count), place);
    bytes.write(hash.slice(0, chainHashDigits), place + 8, 'hex');
  }
  tagOf(key, bytes.subarray(0, at.tag), before).copy(bytes, at.tag);
  return bytes;
};

/** The slot in these bytes; null when they do not prove themselves to the key and to the tag of the slot before. */
export const decodeSlot = (bytes: Buffer, key: Uint8Array, before: Uint8Array): Slot | null => {
  if (bytes.length !== slotBytes || bytes.toString('latin1', 0, magic.length) !== magic) return null;
  if (!tagOf(key, bytes.subarray(0, at.tag), before).equals(tagIn(bytes))) return null;
  const flags = bytes.readUInt32LE(at.flags);
  const chainHead = (chain: (typeof chains)[number]): ChainHead | null => {
    if ((flags & flag[chain]) === 0) return null;
    const place = at.chains + chains.indexOf(chain) * chainBytes;
    return {
      count: Number(bytes.readBigUInt64LE(place)),
      hash: bytes.toString('hex', place + 8, place + chainBytes),
    };
  };
  return {
    n: Number(bytes.readBigUInt64LE(at.n)),
    seq: Number(bytes.readBigUInt64LE(at.seq)),
    at: Number(bytes.readBigUInt64LE(at.time)),
    head: bytes.toString('hex', at.head, at.journal),
    journal: bytes.toString('hex', at.journal, at.chains),
    settled: (flags & flag.settled) !== 0,
    heads: { config: chainHead('config'), audit: chainHead('audit'), access: chainHead('access') },
  };
};

/** Whether a chain still holds the entry that a slot anchored: further on is normal, behind or another is not. */
export const judgeHead = (
  anchored: ChainHead | null,
  hashAt: (count: number) => string | null,
): 'holds' | 'behind' | 'other' => {
  if (anchored === null || anchored.count === 0) return 'holds';
  const hash = hashAt(anchored.count);
  if (hash === null) return 'behind';
  return hash.slice(0, chainHashDigits) === anchored.hash.slice(0, chainHashDigits) ? 'holds' : 'other';
};
