import { createHash, timingSafeEqual } from 'node:crypto';
import type { Call } from '../http/call.ts';
import { isLoopback } from '../http/client-address.ts';

/** Whether a monitor asks: with the token of the installation or, if it has none, on this machine. */
export function mayWatch({ request, address, services: { metricsToken } }: Call): boolean {
  if (metricsToken === undefined) return isLoopback(address);
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  const given = request.headers.get('Authorization') ?? '';
  return timingSafeEqual(hash(given), hash(`Bearer ${metricsToken}`));
}
