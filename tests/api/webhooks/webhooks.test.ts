import { describe, expect, test, vi } from 'vitest';
import { CANARY } from '../../support/library.ts';
import {
  answerWith,
  findLogged,
  makeWebhook,
  startWebhooks,
} from '../../support/webhook-target.ts';
import { openWebhookTests } from '../../support/webhook-tests.ts';

const { api, target } = await openWebhookTests({ isDelivering: false });

const root = '/api/admin/webhooks';
const call = (method: string, path: string, body?: unknown, as = 'admin') =>
  api.call(method, `${root}${path}`, { as, body });
const create = async (body: object) =>
  (await api.call('POST', '/api/books', { as: 'admin', body })).json;
const problemsOf = (answer: { json: any }) =>
  answer.json.problems.map(({ code, path }: { code: string; path: string }) => [code, path]);

describe('a webhook', () => {
  test('shows its secret once, and has the role of its creator', async () => {
    const made = await makeWebhook(api, target.url);

    expect(made.json.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(made.json).toMatchObject({
      role: 'admin',
      enabled: true,
      createdBy: api.userId('admin'),
    });
    const { secret, ...shown } = made.json;
    expect((await call('GET', `/${made.json.id}`)).json).toEqual(shown);
    expect((await call('GET', '')).json).toEqual({ data: [shown], most: 50 });
    const stored = await api.database.rows('select w::text as text from backoffice.webhooks w');
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(JSON.stringify(stored)).not.toContain(Buffer.from(secret).toString('hex'));
  });

  test.each<[object, [string, string][]]>([
    [{ url: 'http://example.org/' }, [['V085', 'url']]],
    [{ url: 'https://10.0.0.1/' }, [['V086', 'url']]],
    [{ resources: ['book'] }, [['V008', 'resources.0']]],
    [{ role: 'clerk' }, [['V008', 'role']]],
    [{ role: 'staff', resources: ['ledgers'] }, [['V087', 'role']]],
    [
      { role: 'staff', fields: ['title', 'secret', 'titel'] },
      [
        ['V009', 'fields.1'],
        ['V009', 'fields.2'],
      ],
    ],
    [{ role: 'staff', filter: { secret: 'x' } }, [['Q002', 'filter.secret']]],
    [{ filter: { pages_like: 1 } }, [['Q003', 'filter.pages_like']]],
    [{ events: [] }, [['V005', 'events']]],
    [{ events: ['created', 'created'] }, [['V015', 'events']]],
    [{ events: ['read'] }, [['V008', 'events.0']]],
    [{ name: '' }, [['V005', 'name']]],
    [{ nonsense: 1 }, [['V009', 'nonsense']]],
  ])('with %j is refused', async (changes, problems) => {
    const answer = await makeWebhook(api, target.url, changes);

    expect(answer.status).toBe(422);
    expect(problemsOf(answer).map(([, path]: string[]) => path)).toEqual(
      problems.map(([, p]) => p),
    );
    expect(problemsOf(answer)).toEqual(problems);
  });

  test('can be changed, but not its collection', async () => {
    const { id } = (await makeWebhook(api, target.url)).json;

    expect((await call('PATCH', `/${id}`, { fields: ['title'], name: 'New' })).json).toMatchObject({
      fields: ['title'],
      name: 'New',
      url: target.url,
    });
    expect((await call('PATCH', `/${id}`, { role: 'staff', fields: ['secret'] })).status).toBe(422);
    expect((await call('PATCH', `/${id}`, { resources: ['authors'] })).status).toBe(422);
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect((await call('GET', `/${id}`)).status).toBe(404);
    const audit = await api.call('GET', '/api/admin/audit?_perPage=3', { as: 'admin' });
    expect(audit.json.data.map(({ action, detail }: any) => [action, detail])).toEqual([
      ['webhookRemoved', { name: 'New' }],
      ['webhookChanged', { name: 'New', fields: ['name', 'fields'] }],
      ['webhookMade', { name: 'Shop' }],
    ]);
  });

  test('is one of at most fifty', async () => {
    for (let n = 0; n < 50; n += 1) await makeWebhook(api, target.url, { enabled: false });

    const answer = await makeWebhook(api, target.url);

    expect([answer.status, answer.json.code]).toEqual([409, 'S042']);
  });
});

describe('a user who is not an admin', () => {
  test.each(['staff', 'viewer'])('%s sees, creates and sends nothing', async (as) => {
    const { id } = (await makeWebhook(api, target.url)).json;
    const body = { name: 'x', url: target.url, resources: ['books'], events: ['created'] };
    const calls: [string, string, unknown?][] = [
      ['GET', ''],
      ['POST', '', body],
      ['GET', `/${id}`],
      ['PATCH', `/${id}`, { enabled: false }],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/secret`],
      ['POST', `/${id}/test`, { record: 'x' }],
      ['POST', `/${id}/replay`, { dead: true }],
      ['GET', `/${id}/deliveries`],
      ['GET', `/${id}/deliveries/x`],
    ];

    for (const [method, path, sent] of calls)
      expect((await call(method, path, sent, as)).status).toBe(403);
    expect((await call('GET', '')).json.data).toHaveLength(1);
  });

  test('an admin needs a fresh proof to decide who gets which data', async () => {
    const { id } = (await makeWebhook(api, target.url)).json;
    await api.database.query(
      `update backoffice.sessions set proven_at = now() - interval '1 hour'`,
    );
    const late = await api.openReplica();
    try {
      const token = await api.tokenOf('admin');
      const codes = [];
      for (const [method, path] of [
        ['POST', ''],
        ['PATCH', `/${id}`],
        ['DELETE', `/${id}`],
        ['POST', `/${id}/secret`],
      ] as const)
        codes.push((await late.call(method, root + path, { token, body: {} })).json?.code);
      expect(codes).toEqual(['A030', 'A030', 'A030', 'A030']);
      expect((await late.call('GET', root, { token })).status).toBe(200);
    } finally {
      await late.close();
      await api.database.query('update backoffice.sessions set proven_at = now()');
    }
  });
});

test('a webhook that is deleted while it sends ends without an error', async () => {
  const { id } = (await makeWebhook(api, target.url)).json;
  await create({ title: 'Emma' });
  target.behave = (_, response) => void call('DELETE', `/${id}`).then(() => response.end('ok'));
  const errors = vi.spyOn(api.services.log, 'error');

  const stop = await startWebhooks(api);
  await target.receive(1);
  await stop();

  expect(errors).not.toHaveBeenCalled();
});

describe('a test', () => {
  test('sends the latest change of a record, whatever the filter, and returns the answer', async () => {
    const book = await create({ title: 'Emma', pages: 1, secret: CANARY });
    const changes = { enabled: false, filter: { pages_gt: 100 }, role: 'staff' };
    const { id } = (await makeWebhook(api, target.url, changes)).json;

    const { json } = await call('POST', `/${id}/test`, { record: book._id });

    expect(json).toMatchObject({ status: 200, answer: 'ok', error: null, url: target.url });
    expect(JSON.parse(json.body).data.record.title).toBe('Emma');
    expect(json.body).not.toContain(CANARY);
    expect(target.received[0]!.headers['webhook-id']).toMatch(/^test_/);
    target.behave = answerWith(500);
    expect((await call('POST', `/${id}/test`, { record: book._id })).json.error).toBe('status');
    const { data } = (await call('GET', `/${id}/deliveries`)).json;
    expect(data.map(({ state }: any) => state)).toEqual(['dead', 'delivered']);
    expect((await call('GET', `/${id}`)).json.dead).toBe(0);
    await call('PATCH', `/${id}`, { enabled: true });
    expect((await call('POST', `/${id}/replay`, { dead: true })).json.deliveries).toBe(0);
    const again = await call('POST', `/${id}/replay`, { delivery: data[0].id });
    expect([again.status, again.json.code]).toEqual([409, 'S049']);
  });

  test('refuses an unknown record', async () => {
    const { id } = (await makeWebhook(api, target.url)).json;

    expect((await call('POST', `/${id}/test`, { record: 'nobody' })).json.code).toBe('S001');
  });

  test('runs one at a time', async () => {
    const book = await create({ title: 'Emma' });
    const { id } = (await makeWebhook(api, target.url)).json;
    let end = (): void => undefined;
    target.behave = (_, response) => (end = () => response.end());

    const first = call('POST', `/${id}/test`, { record: book._id });
    await target.receive(1);
    const second = await call('POST', `/${id}/test`, { record: book._id });
    end();

    expect(second.json.code).toBe('S044');
    expect((await first).json.status).toBe(200);
  });

  test('answers when its webhook is deleted meanwhile', async () => {
    const book = await create({ title: 'Emma' });
    const { id } = (await makeWebhook(api, target.url)).json;
    target.behave = (_, response) => void call('DELETE', `/${id}`).then(() => response.end('ok'));

    const answer = await call('POST', `/${id}/test`, { record: book._id });

    expect([answer.status, answer.json.answer]).toEqual([200, 'ok']);
  });
});

describe('the log', () => {
  test('lists deliveries by state and record, page by page', async () => {
    const stop = await startWebhooks(api);
    try {
      const { id } = (await makeWebhook(api, target.url)).json;
      const one = await create({ title: 'One' });
      const two = await create({ title: 'Two' });
      await findLogged(api, id, ({ record, state }) => record === one._id && state === 'delivered');
      await findLogged(api, id, ({ record, state }) => record === two._id && state === 'delivered');

      const list = async (query: string) => (await call('GET', `/${id}/deliveries${query}`)).json;
      const page = await list('?_perPage=1');
      expect(page.data).toHaveLength(1);
      expect((await list(`?_perPage=1&_after=${page.next}`)).data).toHaveLength(1);
      expect((await list(`?record=${one._id}`)).data).toMatchObject([{ record: one._id }]);
      expect((await list('?state=dead')).data).toEqual([]);
      expect(problemsOf({ json: await list('?state=lost') })).toEqual([['Q004', 'state']]);
    } finally {
      await stop();
    }
  });

  test('removes deliveries of a record whose values are erased', async () => {
    const book = await create({ title: CANARY });
    const { id } = (await makeWebhook(api, target.url)).json;
    await call('POST', `/${id}/test`, { record: book._id });
    const headers = { 'If-Match': '"1"' };
    await api.call('DELETE', `/api/books/${book._id}`, { as: 'admin', headers });

    const path = `/api/books/${book._id}/erase`;
    expect((await api.call('POST', path, { as: 'admin', body: {} })).status).toBe(200);

    const { data } = (await call('GET', `/${id}/deliveries`)).json;
    const { log } = (await call('GET', `/${id}/deliveries/${data[0].id}`)).json;
    expect(log).toMatchObject([{ body: null, answer: null, status: 200 }]);
  });
});
