import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** An authenticator in software: it makes one passkey, and signs with it. */
export type TestPasskey = {
  /** The answer of `navigator.credentials.create` to these options. */
  create(options: { challenge: string }, changes?: Changes): object;
  /** The answer of `navigator.credentials.get`. */
  get(options: { challenge: string }, changes?: Changes): object;
};

type Changes = {
  origin?: string;
  site?: string;
  /** Whether the authenticator has checked its owner. */
  isVerified?: boolean;
  /** Of uses; the default counts on. */
  count?: number;
  type?: string;
};

export function createPasskey(site = 'localhost', origin = 'http://localhost'): TestPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let uses = 0;

  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authData = ({ site: at = site, isVerified = true, count = ++uses }: Changes) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    // The owner is there (1), and was checked (4).
    const flags = Buffer.from([1 | (isVerified ? 4 : 0)]);
    return Buffer.concat([createHash('sha256').update(at).digest(), flags, counter]);
  };
  const answer = (response: Readonly<Record<string, Buffer>>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    ),
  });

  return {
    create({ challenge }, changes = {}) {
      const plain = authData(changes);
      const key = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      // With the credential (64).
      plain[32]! |= 64;
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([plain, Buffer.alloc(16), length, id, key]);
      const attestationObject = cborMap([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]);
      const type = changes.type ?? 'webauthn.create';
      const clientDataJSON = clientData(type, challenge, changes.origin);
      return answer({ clientDataJSON, attestationObject });
    },
    get({ challenge }, changes = {}) {
      const authenticatorData = authData(changes);
      const type = changes.type ?? 'webauthn.get';
      const clientDataJSON = clientData(type, challenge, changes.origin);
      const hash = createHash('sha256').update(clientDataJSON).digest();
      const signature = sign('sha256', Buffer.concat([authenticatorData, hash]), privateKey);
      return answer({ clientDataJSON, authenticatorData, signature });
    },
  };
}

type Cbor = number | string | Buffer | Map<unknown, unknown>;

function cborMap(entries: readonly (readonly [number | string, Cbor])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(toCbor)]);
}

function toCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (value instanceof Map) return head(5, 0);
  return Buffer.concat([head(2, value.length), value]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}
