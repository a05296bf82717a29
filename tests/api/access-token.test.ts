import { createHmac, generateKeyPairSync, hkdfSync } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, describe, expect, it, test } from 'vitest';
import { openTestApi, signIn } from '../support/api.ts';

let now = Date.now();

const api = await openTestApi({ clock: () => now });
const good = await api.tokenOf('admin');
afterAll(() => api.close());

async function statusOf(token: string): Promise<number> {
  return (await api.call('GET', '/api/users/current', { token })).status;
}

/** The key as the server derives it, to make tokens that are wrong in one thing only. */
function key(): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', api.services.secret, 'backoffice', 'access tokens', 32));
}

function sign(change: {
  header?: object;
  claims?: Record<string, unknown>;
  key?: Uint8Array;
}): Promise<string> {
  const header = { ...decodeProtectedHeader(good), ...change.header } as { alg: string };
  const claims = { ...decodeJwt(good), ...change.claims };
  return new SignJWT(claims).setProtectedHeader(header).sign(change.key ?? key());
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

it('an access token is a JWT that names the session and lives fifteen minutes', () => {
  const { exp = 0, iat = 0, ...claims } = decodeJwt(good);

  expect(decodeProtectedHeader(good)).toMatchObject({ alg: 'HS256', typ: 'at+jwt' });
  expect(Object.keys(claims).sort()).toEqual(['aud', 'iss', 'jti', 'sid', 'sub']);
  expect(exp - iat).toBe(900);
});

it('a token that is made the same way is accepted', async () => {
  expect(await statusOf(await sign({}))).toBe(200);
});

describe('a token is refused', () => {
  const seconds = (): number => Math.floor(now / 1000);
  const cases: [string, () => string | Promise<string>][] = [
    ['with a signature cut short', () => good.slice(0, -2)],
    ['without a signature', () => good.replace(/[^.]+$/, '')],
    [
      'with the last byte changed',
      () => good.slice(0, -3) + (good.at(-3) === 'A' ? 'B' : 'A') + good.slice(-2),
    ],
    [
      'with claims of another',
      () => good.replace(/\.[^.]+\./, `.${part({ ...decodeJwt(good), sub: 'x' })}.`),
    ],
    ['with alg none', () => new UnsecuredJWT(decodeJwt(good)).encode()],
    [
      'with alg none in capitals',
      () => `${part({ alg: 'None', typ: 'at+jwt' })}.${good.split('.')[1]}.`,
    ],
    ['with HS384', () => sign({ header: { alg: 'HS384' } })],
    ['with HS512', () => sign({ header: { alg: 'HS512' } })],
    ['signed by another key', () => sign({ key: new Uint8Array(32).fill(7) })],
    [
      'signed by the secret itself',
      () => sign({ key: new TextEncoder().encode(api.services.secret) }),
    ],
    [
      'signed with an empty key',
      () => {
        const [header, claims] = good.split('.');
        return `${header}.${claims}.${createHmac('sha256', '').update(`${header}.${claims}`).digest('base64url')}`;
      },
    ],
    [
      'signed by RSA',
      () => {
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        return new SignJWT(decodeJwt(good))
          .setProtectedHeader({ ...decodeProtectedHeader(good), alg: 'RS256' })
          .sign(privateKey);
      },
    ],
    ['of another type', () => sign({ header: { typ: 'JWT' } })],
    ['of no type', () => sign({ header: { typ: undefined } })],
    ['of another key id', () => sign({ header: { kid: 'other' } })],
    [
      'with a critical extension',
      () =>
        `${part({ ...decodeProtectedHeader(good), crit: ['x'], x: 1 })}.${good.split('.').slice(1).join('.')}`,
    ],
    ['of another issuer', () => sign({ claims: { iss: 'https://evil.example' } })],
    ['for another audience', () => sign({ claims: { aud: 'other' } })],
    ['for no audience', () => sign({ claims: { aud: undefined } })],
    ['without a subject', () => sign({ claims: { sub: undefined } })],
    ['of another subject', () => sign({ claims: { sub: api.userId('viewer') } })],
    ['without a session', () => sign({ claims: { sid: undefined } })],
    ['of a session that is a number', () => sign({ claims: { sid: 1 } })],
    ['of an unknown session', () => sign({ claims: { sid: 'unknown' } })],
    ['without an id', () => sign({ claims: { jti: undefined } })],
    ['without an end', () => sign({ claims: { exp: undefined } })],
    ['with an end that is text', () => sign({ claims: { exp: '9999999999' } })],
    ['after its end', () => sign({ claims: { exp: seconds() - 1 } })],
    ['without a beginning', () => sign({ claims: { iat: undefined } })],
    ['from the future', () => sign({ claims: { iat: seconds() + 3600 } })],
    [
      'too old whatever its end says',
      () => sign({ claims: { iat: seconds() - 3700, exp: seconds() + 3600 } }),
    ],
    ['before it begins', () => sign({ claims: { nbf: seconds() + 3600 } })],
    ['of five parts', () => `${good}.a.b`],
    ['of two parts', () => good.split('.').slice(0, 2).join('.')],
    ['of nothing', () => '..'],
    ['that is no token', () => 'undefined'],
    ['with blanks in it', () => good.replace('.', ' . ')],
    ['over four kilobytes', () => sign({ claims: { pad: 'x'.repeat(5_000) } })],
  ];

  test.each(cases)('%s', async (_, make) => {
    const { status, json, headers } = await api.call('GET', '/api/users/current', {
      token: await make(),
    });

    expect(status).toBe(401);
    expect(json.code).toBe('A003');
    expect(headers.get('WWW-Authenticate')).toContain('Bearer');
  });

  test.each(['Basic', 'Token', 'JWT', 'Bearer:', 'Digest'])(
    'under the scheme %s',
    async (scheme) => {
      const { status } = await api.call('GET', '/api/users/current', {
        headers: { Authorization: `${scheme} ${good}` },
      });

      expect(status).toBe(401);
    },
  );

  it('after fifteen minutes, although it was accepted before', async () => {
    const { json } = await signIn(api, 'viewer');
    expect(await statusOf(json.token)).toBe(200);

    now += 15 * 60 * 1000;

    expect(await statusOf(json.token)).toBe(401);
  });
});

it('a missing token is refused', async () => {
  const { status, json } = await api.call('GET', '/api/users/current');

  expect(status).toBe(401);
  expect(json.code).toBe('A001');
});

it('the API does not start with a secret that can be guessed', async () => {
  await expect(api.openReplica({ secret: 'short' })).rejects.toThrow('32 characters');
});
