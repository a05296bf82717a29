import { requireItem } from '../../src/fields/require-entry.ts';
import { unsubscribeToken } from '../../src/services/threads/unsubscribe-token.ts';
import type { OpenWorld } from '../worlds/open-world.ts';

/** Calls what people do with threads and their inbox. */
export async function callThreads(world: OpenWorld): Promise<void> {
  const { api, declared } = world;
  const call = (method: string, path: string, body?: unknown) =>
    api.call(method, path, { as: 'admin', body });
  const resource = declared.resources.get('chems')!;
  const record = requireItem(await world.records(resource), 0)['_id'];
  const text = `See #[chems/${record}] and ask @[${api.userId('dev')}].`;
  const query = { assignee: api.userId('dev'), due: '2026-12-24' };
  const body = { resource: 'chems', record, field: 'casId', text, query };
  const { json } = await call('POST', '/api/threads', body);
  const path = `/api/threads/${json._id}`;
  await call('GET', `/api/threads?resource=chems&record=${record}&status=open`);
  await call('GET', path);
  await call('PATCH', path, { status: 'answered' });
  await call('POST', `${path}/messages`, { text: 'Yes.', status: 'closed' });
  await call('GET', `${path}/messages`);
  const message = `${path}/messages/${json.messages[0]._id}`;
  await call('PATCH', message, { text: 'Never mind.' });
  await call('DELETE', message);
  await call('POST', `${path}/read`);
  await call('GET', `/api/threads/marks?resource=chems&records=${record}`);
  await call('GET', `/api/threads/people?resource=chems&record=${record}`);
  const watch = await call('PUT', '/api/watches', { resource: 'chems', record });
  await call('GET', '/api/watches');
  await call('DELETE', `/api/watches/${watch.json._id}`);
  await api.call('GET', '/api/inbox', { as: 'dev' });
  await api.call('POST', '/api/inbox/read', { as: 'dev', body: { all: true } });
  const token = unsubscribeToken(api.services.secret, { kind: 'all', person: api.userId('dev') });
  await api.call('GET', `/api/inbox/${token}/unsubscribe`);
  await api.call('POST', `/api/inbox/${token}/unsubscribe`);
}
