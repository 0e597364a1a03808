import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { isLocal } from './door.ts';

/** The addresses of declared proxies, e.g. `10.0.0.2` and `172.16.0.0/12`; null when one of them is none. */
export function proxyList(addresses: readonly string[]): BlockList | null {
  const list = new BlockList();
  for (const address of addresses) {
    const [, network = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(address) ?? [];
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    const whole = family === 'ipv6' ? 128 : 32;
    const prefix = Number(bits ?? whole);
    // A network of everybody would let everybody say where they come from.
    if (isIP(network) === 0 || prefix === 0 || prefix > whole) return null;
    list.addSubnet(network, prefix, family);
  }
  return list;
}

export function isProxy(proxies: BlockList, address: string): boolean {
  return proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** The address at the other end of the connection, an IPv4 one as such. */
export function peerOf({ socket }: IncomingMessage): string {
  return plain(socket.remoteAddress ?? '');
}

/** An IPv4 address that is written as one of IPv6, as such. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Where a request comes from: `local` by the local door, else the other end, or behind declared proxies what the outermost of them saw. An IPv6 network of 64 bits
 * is one source, as one household has so many addresses.
 */
export function sourceOf(request: IncomingMessage, proxies: BlockList): string {
  if (isLocal(request.socket)) return 'local';
  const hops = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => plain(hop.trim()));
  let source = peerOf(request);
  while (isIP(source) !== 0 && isProxy(proxies, source)) {
    const next = hops.pop();
    if (next === undefined || isIP(next) === 0) break;
    source = next;
  }
  return isIPv6(source) ? networkOf(source) : source;
}

function networkOf(address: string): string {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter((group) => group !== '');
  const right = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
