import { signIn } from '../support/api.ts';
import type { OpenWorld } from '../worlds/open-world.ts';

/** Makes a service account, and makes, reads, changes and revokes a key of it. */
export async function callKeys({ api, admin }: OpenWorld): Promise<void> {
  await api.addUser('karla', admin);
  const { token } = (await signIn(api, 'karla')).json;
  const call = (method: string, path: string, body?: unknown, as = token) =>
    api.call(method, path, { token: as, body });

  const account = { name: 'Robot', role: admin };
  const { json } = await call('POST', '/api/admin/service-accounts', account);
  const collections = { '*': { operations: ['list', 'read'] } };
  const made = await call('POST', '/api/keys', { owner: json._id, name: 'Report', collections });
  await call('GET', '/api/keys?owner=all');
  await call('GET', '/api/keys/current', undefined, made.json.key);
  await call('PATCH', `/api/keys/${made.json.id}`, { rate: 60 });
  await call('DELETE', `/api/keys/${made.json.id}`);
}
