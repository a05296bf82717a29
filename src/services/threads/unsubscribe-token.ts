import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type InboxKind, inboxKinds } from '../../contract/people/threads.ts';

/** Whose mails about which kind of inbox entry end; `all`: those about every kind. */
export type Unsubscribing = { kind: InboxKind | 'all'; person: string };

/** The token of a link that ends these mails and can do nothing else. It works as long as the secret stays the same. */
export function unsubscribeToken(secret: string, { kind, person }: Unsubscribing): string {
  const claim = `${kind}.${Buffer.from(person).toString('base64url')}`;
  return `${claim}.${sealOf(secret, claim)}`;
}

export function readUnsubscribeToken(secret: string, token: string): Unsubscribing | undefined {
  const [name = '', encoded = '', seal = '', ...rest] = token.split('.');
  const kind = ([...inboxKinds, 'all'] as const).find((each) => each === name);
  const right = Buffer.from(sealOf(secret, `${name}.${encoded}`));
  const given = Buffer.from(seal);
  if (kind === undefined || rest.length > 0 || given.length !== right.length) return undefined;
  if (!timingSafeEqual(given, right)) return undefined;
  return { kind, person: Buffer.from(encoded, 'base64url').toString() };
}

function sealOf(secret: string, claim: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, 'backoffice', 'unsubscribe', 32));
  return createHmac('sha256', key).update(claim).digest().subarray(0, 24).toString('base64url');
}
