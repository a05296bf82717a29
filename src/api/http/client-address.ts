import { isIP } from 'node:net';
import type { ApiServices, Peer } from '../api-services.ts';
import { createRanges } from './address-ranges.ts';

export type ClientAddresses = {
  /** The address of the client of a request, or `unknown`. */
  of(request: Request, peer: Peer): string;
  /** Whether connections from an address come from our own proxy, and so from many clients. */
  isProxy(address: string): boolean;
};

/**
 * Finds the client of a request. A proxy adds the address from which it got the request at the end of
 * `X-Forwarded-For`. So we read from the end, and go on for as long as the address is a proxy of ours;
 * entries further left may be made up by the client.
 *
 * Without `trustedProxies` an https `publicUrl` means one proxy of our own, because we speak no TLS. It is
 * then a neighbour, and only its own entry counts.
 */
export function createClientAddresses({
  publicUrl,
  trustedProxies,
}: Pick<ApiServices, 'publicUrl' | 'trustedProxies'>): ClientAddresses {
  const isTrusted = trustedProxies && createRanges(trustedProxies);
  const isProxy =
    isTrusted ?? ((address) => publicUrl?.startsWith('https:') === true && isPrivate(address));
  return {
    isProxy,
    of(request, peer) {
      let address = peer.address ?? 'unknown';
      if (!isProxy(address)) return address;
      const entries = request.headers.get('X-Forwarded-For')?.split(',') ?? [];
      for (const entry of isTrusted ? entries.toReversed() : entries.slice(-1)) {
        const named = withoutPort(entry.trim());
        if (!isProxy(address) || !isIP(named)) break;
        address = named;
      }
      return address;
    },
  };
}

/** Some proxies add the port of the client: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  return entry.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.+)\](:\d+)?$/, '$1');
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

/** Whether an address is this machine or in a private network (RFC 1918, RFC 4193). */
export function isPrivate(address: string): boolean {
  return /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^(::1$|f[cd])|^unix$/i.test(
    address,
  );
}
