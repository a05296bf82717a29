import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { passwordReset, put } from '../support/outbox.ts';

const api = await openTestApi({ delivery: { via: 'smtp', host: 'mail.example.org' } });
beforeEach(async () => {
  await api.database.query('delete from backoffice.outbox');
});
afterAll(() => api.close());

const read = (query = '') => api.call('GET', `/api/admin/outbox${query}`, { as: 'admin' });
const retry = (id: string, as = 'admin') =>
  api.call('POST', `/api/admin/outbox/${id}/retry`, { as });

async function setState(address: string, state: string, changes = ''): Promise<string> {
  const { rows } = await api.database.query<{ id: string }>(
    `update backoffice.outbox set state = $2 ${changes} where to_address = $1 returning id`,
    [address, state],
  );
  return rows[0]!.id;
}

describe('the outbox', () => {
  it('has a count of 0 in each state before the first mail', async () => {
    const { json } = await read();

    expect(json.counts).toEqual({ waiting: 0, sending: 0, sent: 0, parked: 0 });
  });

  it('shows the state of each mail, newest first', async () => {
    const first = await put(api.database, 'first');
    const second = await put(api.database, 'second', passwordReset());
    await setState(first, 'sent', `, ended_at = now(), subject = 'Approved', doubts = 1`);
    await setState(
      second,
      'parked',
      `, ended_at = now(), attempts = 3, error = '550 no such user'`,
    );

    const { status, json } = await read();

    expect(status).toBe(200);
    expect(json.data).toMatchObject([
      {
        to: second,
        kind: 'passwordReset',
        state: 'parked',
        attempts: 3,
        error: '550 no such user',
        nextAt: null,
        mayHaveArrivedTwice: false,
        mayRetry: true,
      },
      {
        to: first,
        kind: 'approved',
        subject: 'Approved',
        mayHaveArrivedTwice: true,
        mayRetry: false,
      },
    ]);
    expect(json.counts).toEqual({ waiting: 0, sending: 0, sent: 1, parked: 1 });
    expect(json.delivery).toEqual({ via: 'smtp', host: 'mail.example.org' });
    expect(json.next).toBeNull();
  });

  it('never contains account secrets, of any mail in any state', async () => {
    const token = 'a-canary-in-the-outbox';
    for (const state of ['waiting', 'sending', 'parked']) {
      const address = await put(api.database, state, passwordReset(token));
      await setState(address, state);
    }

    const { text, json } = await read();

    expect(json.data).toHaveLength(3);
    expect(text).not.toContain(token);
    expect((await retry(json.data[0].id)).text).not.toContain(token);
  });

  it('is paginated, and filtered by state, kind and recipient', async () => {
    for (const name of ['anna', 'bert', 'carl']) await put(api.database, name);
    await put(api.database, 'dora', passwordReset());
    await setState('bert@example.org', 'parked');

    const page = (await read('?_perPage=3')).json;
    const rest = (await read(`?_perPage=3&_after=${page.next}`)).json;
    const names = ({ json }: { json: any }) => json.data.map(({ to }: { to: string }) => to[0]);

    expect(names({ json: page })).toEqual(['d', 'c', 'b']);
    expect(names({ json: rest })).toEqual(['a']);
    expect(rest.next).toBeNull();
    expect(names(await read('?state=parked'))).toEqual(['b']);
    expect(names(await read('?state=parked,waiting&kind=approved'))).toEqual(['c', 'b', 'a']);
    expect(names(await read('?q=DORA%40'))).toEqual(['d']);
    expect(names(await read('?q=%25'))).toEqual([]);
  });

  test.each([
    ['?state=lost', 'state', 'Q004'],
    ['?_perPage=0', '_perPage', 'Q007'],
    ['?_perPage=1001', '_perPage', 'Q007'],
    ['?_after=%27', '_after', 'Q008'],
    ['?token=x', 'token', 'Q001'],
  ])('refuses %s and names it', async (query, path, code) => {
    const { status, json } = await read(query);

    expect(status).toBe(400);
    expect(json.problems).toMatchObject([{ path, code }]);
  });
});

describe('sending again', () => {
  it('tries a parked mail at once, and for two more days', async () => {
    const address = await put(api.database, 'jane', passwordReset());
    const id = await setState(
      address,
      'parked',
      `, ended_at = now(), attempts = 9, due_at = now() + interval '6 hours',
         waits_since = now() - interval '3 days'`,
    );

    const { status, json } = await retry(id);

    expect(status).toBe(200);
    expect(json).toMatchObject({ id, state: 'waiting', attempts: 0, endedAt: null });
    const { rows } = await api.database.query(
      `select due_at <= now() as due, waits_since > now() - interval '1 minute' as anew
       from backoffice.outbox where id = $1`,
      [id],
    );
    expect(rows).toEqual([{ due: true, anew: true }]);
    const audit = await api.call('GET', '/api/admin/audit?action=mailRetried', { as: 'admin' });
    expect(audit.json.data[0]).toMatchObject({
      actor: { _id: api.userId('admin') },
      record: id,
      detail: { kind: 'passwordReset', to: address },
    });
  });

  it('does not repeat a sent mail', async () => {
    const id = await setState(await put(api.database, 'jane'), 'sent');

    const { status, json } = await retry(id);

    expect([status, json.code]).toEqual([409, 'A016']);
  });

  it('does not send an expired link', async () => {
    const address = await put(api.database, 'jane', passwordReset('x', new Date(Date.now() - 1)));
    const id = await setState(address, 'parked');

    const { status, json } = await retry(id);

    expect([status, json.code]).toEqual([409, 'S009']);
    expect((await read()).json.data[0]).toMatchObject({ state: 'parked', mayRetry: false });
  });

  it('returns 404 for an unknown mail', async () => {
    expect((await retry('none')).status).toBe(404);
  });

  test.each(['staff', 'viewer'])('is refused to %s', async (name) => {
    const id = await setState(await put(api.database, 'jane'), 'parked');

    expect((await retry(id, name)).status).toBe(403);
    expect((await api.call('GET', '/api/admin/outbox', { as: name })).status).toBe(403);
    expect((await read()).json.data[0].state).toBe('parked');
  });
});
