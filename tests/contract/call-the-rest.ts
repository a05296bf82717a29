import { readEvents } from '../support/event-reader.ts';
import type { OpenWorld } from '../worlds/open-world.ts';

/** Calls what belongs to no resource and no account: system, search, dashboard, preferences, presence. */
export async function callTheRest(world: OpenWorld): Promise<void> {
  const { api, declared } = world;
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    api.call(method, path, { as: 'admin', body, headers });

  for (const path of [
    'config',
    'info',
    'info/start',
    'structure',
    'structure/plan',
    'structure/indexes',
    'structure/permission-costs',
    'openapi.json',
  ])
    await call('GET', `/api/${path}`);
  const form = new FormData();
  form.set('file', new File(['Lot,Mass\nA1,2\n'], 'lots.csv'));
  await call('POST', '/api/structure/infer', form);
  const { files, hash: base } = (await call('GET', '/api/structure/descriptor')).json;
  await call('POST', '/api/structure/check', { files });
  await call('GET', '/api/structure/values/users?expression=upper(name)');
  const own = '/api/structure/drafts/mine';
  await call('GET', own);
  await call('PUT', own, { files, base });
  await call('GET', own);
  await call('GET', '/api/structure/drafts');
  await call('DELETE', own, undefined, { 'If-Match': '*' });
  await api.call('PUT', own, { as: 'dev', body: { files, base } });
  await call('POST', `/api/structure/drafts/${api.userId('dev')}/take`);
  await call('DELETE', own, undefined, { 'If-Match': '*' });
  await api.call('PUT', own, { as: 'dev', body: { files, base } });
  await call('DELETE', `/api/structure/drafts/${api.userId('dev')}`, undefined, {
    'If-Match': '*',
  });
  const plan = (await call('POST', '/api/structure/plan', { files })).json.hash;
  const [{ path, text }] = files;
  const change = { files: [{ path, text: `// Ours.\n${text}` }], plan, base };
  await call('POST', '/api/structure/apply', change);
  await call('POST', '/api/structure/undo');
  for (const path of ['/healthz', '/readyz', '/readyz?verbose', '/metrics'])
    await api.call('GET', path);
  await call('GET', '/api/search?q=phthalate');
  for (const { name } of declared.app.dashboard) await call('GET', `/api/dashboard/${name}`);
  await call('POST', '/api/bulk/no-such-run/stop');

  await call('PUT', '/api/users/current/settings/grid.chems', { columns: ['casId'] });
  await call('GET', '/api/users/current/settings/grid.chems');
  await call('GET', '/api/users/current/settings');
  await call('DELETE', '/api/users/current/settings/grid.chems');

  const view = { resource: 'chems', name: 'Mine', where: { createdAt_gte: '$today-7d' } };
  const columns = [{ name: 'casId', width: 90 }];
  const { json } = await call('POST', '/api/views', { ...view, sort: '-casId', columns });
  const { _id } = json;
  await call('GET', '/api/views');
  await call('GET', `/api/views/counts?resource=chems&views=${_id}`);
  await call('GET', `/api/views/${_id}`);
  await call('PATCH', `/api/views/${_id}`, { name: 'Newer' }, { 'If-Match': '*' });
  await call('DELETE', `/api/views/${_id}`, undefined, { 'If-Match': '*' });

  const resource = declared.resources.get('chems')!;
  const [record] = await world.records(resource);
  const open = { resource: 'chems', _id: record!._id };
  await api.call('PUT', '/api/presence', { as: 'dev', body: { ...open, tab: 'b', state: 'open' } });
  await call('PUT', '/api/presence', { ...open, tab: 'a', state: 'editing' });
  await call('PUT', '/api/presence', { ...open, tab: 'a', state: 'closed' });
  await call('PUT', '/api/presence', { ...open, _id: 'nobody', tab: 'a', state: 'open' });

  const headers = { Authorization: `Bearer ${await api.tokenOf('admin')}` };
  const stream = await api.api.fetch(new Request('http://localhost/api/sse/', { headers }));
  await readEvents(stream).stop();
}
