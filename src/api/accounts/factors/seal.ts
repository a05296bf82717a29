import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** Encrypts a secret that has to be read again, for storing: who reads the database alone learns nothing. */
export function seal(secret: string, plain: Uint8Array, of: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, keyOf(secret), nonce).setAAD(Buffer.from(of));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Undefined if it was sealed with another secret or for something else. */
export function unseal(secret: string, sealed: Buffer, of: string): Buffer | undefined {
  const cipher = createDecipheriv(CIPHER, keyOf(secret), sealed.subarray(0, NONCE), {
    authTagLength: TAG,
  });
  cipher.setAAD(Buffer.from(of)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  try {
    return Buffer.concat([cipher.update(sealed.subarray(NONCE + TAG)), cipher.final()]);
  } catch {
    return undefined;
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'backoffice', 'second factors', 32));
}
