import { createHash, randomBytes } from 'node:crypto';

/** A random text to hand out, and the hash that is kept of it. */
type Secret = { text: string; hash: Buffer };

export function createSecret(bytes: number): Secret {
  const text = randomBytes(bytes).toString('base64url');
  return { text, hash: hashSecret(text) };
}

/** Random secrets need no slow hash. */
export function hashSecret(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
