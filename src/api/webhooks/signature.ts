import { createHmac, randomBytes } from 'node:crypto';
import { seal, unseal } from '../accounts/factors/seal.ts';

const PREFIX = 'whsec_';

/** A secret for signatures, in the form of Standard Webhooks: 32 random bytes in Base64. */
export function createWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** Encrypted for the database. */
export function sealWebhookSecret(secret: string, webhook: string, plain: string): Buffer {
  return seal(secret, Buffer.from(plain), aboutOf(webhook));
}

/** Undefined if `SECRET` has changed since. */
export function unsealWebhookSecret(
  secret: string,
  webhook: string,
  sealed: Buffer,
): string | undefined {
  return unseal(secret, sealed, aboutOf(webhook))?.toString();
}

function aboutOf(webhook: string): string {
  return `webhook ${webhook}`;
}

/**
 * The headers that sign a message (https://www.standardwebhooks.com). With several secrets it has one signature each,
 * and the receiver accepts any. `at`: seconds since 1970, by which receivers refuse old copies.
 */
export function signatureHeaders(
  { id, body, at }: { id: string; body: string; at: number },
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': signatures.join(' '),
  };
}
