import { Secret, TOTP } from 'otpauth';
import { emailOf, PASSWORD, signIn } from '../support/api.ts';
import { createPasskey } from '../support/passkey.ts';
import type { OpenWorld } from '../worlds/open-world.ts';

/** Adds and uses the second factors of a person of their own, who leaves at the end. */
export async function callFactors({ api }: OpenWorld): Promise<void> {
  const own = '/api/users/current/factors';
  await api.addUser('fiona', 'staff');
  const { token } = (await signIn(api, 'fiona')).json;
  const call = (method: string, path: string, body?: unknown) =>
    api.call(method, path, { token, body });

  const totp = (await call('POST', own, { kind: 'totp', name: 'Phone' })).json;
  const codes = new TOTP({ secret: Secret.fromBase32(totp.secret) });
  const code = (step: number) => codes.generate({ timestamp: Date.now() + step * 30_000 });
  const confirmed = await call('POST', `${own}/${totp.id}/confirm`, { code: code(-1) });
  const key = createPasskey();
  const { id, options } = (await call('POST', own, { kind: 'passkey', name: 'Laptop' })).json;
  await call('POST', `${own}/${id}/confirm`, { passkey: key.create(options) });
  await call('PATCH', `${own}/${id}`, { name: 'Old laptop' });
  await call('GET', own);

  await call('POST', '/api/users/current/proof', { password: PASSWORD, code: code(0) });
  await call('GET', '/api/users/current/proof');
  const proof = (await call('POST', '/api/users/current/proof/passkey')).json;
  await call('POST', '/api/users/current/proof', { passkey: key.get(proof) });

  const { challenge } = (await signIn(api, 'fiona')).json;
  const [recoveryCode] = confirmed.json.recoveryCodes;
  await api.call('POST', '/api/users/login/factor', { body: { challenge, recoveryCode } });
  const alone = (await api.call('POST', '/api/users/login/passkey')).json;
  await api.call('POST', '/api/users/login/factor', { body: { passkey: key.get(alone) } });

  await call('POST', '/api/users/current/recovery-codes');
  await call('DELETE', `${own}/${id}`);
  const path = `/api/users?email=${emailOf('fiona')}`;
  const [user] = (await api.call('GET', path, { as: 'admin' })).json.data;
  await api.call('DELETE', `/api/admin/user/${user._id}/factors`, { as: 'admin' });
}
