import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 178 random bits. */
const RANDOM = 30;
const CHECKSUM = 6;
/** So much of a key is stored and shown, to recognise it. */
const PREFIX_LENGTH = 8;

/** Every key begins like this, so that scanners of source code find one that was published. */
const KEY = /^bo_[0-9A-Za-z]{36}$/;

/** A new API key: `bo_`, random digits, and a checksum that tells a mistyped key without asking the database. */
export function createKey(): { text: string; hash: Buffer; prefix: string } {
  const random = Array.from({ length: RANDOM }, () => digits[randomInt(digits.length)]).join('');
  const text = `bo_${random}${checksumOf(random)}`;
  return { text, hash: hashSecret(text), prefix: text.slice(0, PREFIX_LENGTH) };
}

/** Whether a token is meant to be an API key, right or mistyped. */
export function isKey(token: string): boolean {
  return token.startsWith('bo_');
}

/** The hash of a key, in hex; undefined when it is mistyped. */
export function readKey(token: string): string | undefined {
  if (!KEY.test(token)) return undefined;
  const random = token.slice(3, 3 + RANDOM);
  if (token.slice(3 + RANDOM) !== checksumOf(random)) return undefined;
  return hashSecret(token).toString('hex');
}

/** The CRC-32 of the digits before it, in base 62. */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let place = 0; place < CHECKSUM; place += 1) {
    text = digits[rest % digits.length] + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}

/** Random secrets do not need a slow hash. */
export function hashSecret(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
