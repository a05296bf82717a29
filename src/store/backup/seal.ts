import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/** Encrypts what goes into a backup, or leaves it as it is. */
export type Sealer = {
  isEncrypted: boolean;
  seal(bytes: Readable): Promise<Readable>;
  /** The name under which a backup has a blob. It says nothing about the contents if the backup is encrypted. */
  nameOf(sha256: string): string;
};

/** Decrypts what a backup contains. Bytes that are not encrypted pass as they are. */
export type Opener = (bytes: Readable) => Promise<Readable>;

/** A backup that the keys at hand do not open. */
export class WrongKey extends Error {}

/** The recipients (`age1…`) can only encrypt, so a server that makes backups cannot read them. */
export function createSealer(recipients: readonly string[]): Sealer {
  if (recipients.length === 0)
    return { isEncrypted: false, seal: async (bytes) => bytes, nameOf: (sha256) => sha256 };
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  // Others who know a file could otherwise see from its SHA-256 that it is here.
  const naming = recipients.join(' ');
  return {
    isEncrypted: true,
    seal: async (bytes) => fromWeb(await encrypter.encrypt(toWeb(bytes))),
    nameOf: (sha256) => createHmac('sha256', naming).update(sha256).digest('hex'),
  };
}

const AGE = 'age-encryption.org/';

/** Opens with identities: `AGE-SECRET-KEY-1…`. */
export function createOpener(identities: readonly string[]): Opener {
  return async (bytes) => {
    const pieces = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let head = Buffer.alloc(0);
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
      head = Buffer.concat([head, next.value]);
      if (head.length >= AGE.length) break;
    }
    const whole = Readable.from(withHead(head, pieces), { objectMode: false });
    if (head.toString('latin1', 0, AGE.length) !== AGE) return whole;
    const decrypter = new Decrypter();
    for (const identity of identities) decrypter.addIdentity(identity);
    try {
      return fromWeb(await decrypter.decrypt(toWeb(whole)));
    } catch (cause) {
      bytes.destroy();
      if (identities.length > 0 && !/no identity matched/.test(String(cause))) throw cause;
      throw new WrongKey('the key does not open it', { cause });
    }
  };
}

async function* withHead(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** A new pair: the recipient for the server, and the identity for restoring. */
export async function createKeyPair(): Promise<{ recipient: string; identity: string }> {
  const identity = await generateX25519Identity();
  return { recipient: await identityToRecipient(identity), identity };
}

type WebStream = Parameters<Encrypter['encrypt']>[0] & globalThis.ReadableStream<Uint8Array>;

function toWeb(bytes: Readable): WebStream {
  return Readable.toWeb(bytes) as WebStream;
}

function fromWeb(bytes: globalThis.ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(bytes as ReadableStream);
}
