import type { OpenWorld } from '../worlds/open-world.ts';

/** Makes a webhook, which reaches nobody, tests it, and removes it. */
export async function callWebhooks({ api }: OpenWorld): Promise<void> {
  const root = '/api/admin/webhooks';
  const call = (method: string, path: string, body?: unknown) =>
    api.call(method, `${root}${path}`, { as: 'admin', body });
  const url = 'https://hooks.invalid/';
  const made = { name: 'Shop', url, resources: ['chems', 'users'], events: ['created', 'updated'] };
  const { id } = (await call('POST', '', made)).json;
  const [chem] = (await api.call('GET', '/api/chems?_perPage=1', { as: 'admin' })).json.data;

  await call('GET', '');
  await call('GET', `/${id}`);
  await call('PATCH', `/${id}`, { name: 'Other shop', fields: null });
  await call('POST', `/${id}/secret`);
  await call('POST', `/${id}/test`, { record: chem._id });
  await call('POST', `/${id}/replay`, { dead: true });
  const [delivery] = (await call('GET', `/${id}/deliveries`)).json.data;
  await call('GET', `/${id}/deliveries/${delivery.id}`);
  await call('DELETE', `/${id}`);
}
