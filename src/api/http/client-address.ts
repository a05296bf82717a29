import { isIP } from 'node:net';
import type { Peer } from '../api-parts.ts';

/**
 * The address of the client. We speak no TLS, so an https `publicUrl` means that one proxy of our own is in
 * front. Only then, and only from a neighbour, its last `X-Forwarded-For` entry is trusted. Otherwise
 * anyone could claim a new address with each attempt.
 */
export function clientAddress(request: Request, peer: Peer, publicUrl: string | undefined): string {
  const address = peer.address ?? 'unknown';
  if (!isProxy(address, publicUrl)) return address;
  const named = request.headers.get('X-Forwarded-For')?.split(',').at(-1)?.trim() ?? '';
  return isIP(named) ? named : address;
}

/** Whether connections from an address come from our own proxy, and so from many clients. */
export function isProxy(address: string, publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') === true && isNeighbour(address);
}

/** The part of an address that a client cannot choose freely: an IPv4 address, or the /64 of an IPv6 address. */
export function addressPrefix(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = (plain.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  return (
    groups
      .slice(0, 4)
      .map((group) => parseInt(group, 16).toString(16))
      .join(':') + '::/64'
  );
}

/** Whether an address is this machine. */
export function isLoopback(address: string): boolean {
  return /^((::ffff:)?127\.|::1$)/i.test(address);
}

function isNeighbour(address: string): boolean {
  return /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^(::1$|f[cd])|^unix$/i.test(
    address,
  );
}
