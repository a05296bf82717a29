import { afterAll, describe, expect, it, test } from 'vitest';
import { writeAudit, type AuditEntry } from '../../src/store/system/audit/write-audit.ts';
import { openTestApi } from '../support/api.ts';

const api = await openTestApi();
afterAll(() => api.close());

const read = (query = '') => api.call('GET', `/api/admin/audit${query}`, { as: 'admin' });
const note = (entry: Partial<AuditEntry>) =>
  writeAudit(api.database, { action: 'signedIn', actor: null, ...entry });

describe('the audit', () => {
  it('lists who did what, when and from where, newest first', async () => {
    const actor = api.userId('staff');
    await note({
      action: 'roleChanged',
      actor,
      session: 's-1',
      address: '192.0.2.1',
      requestId: 'r-1',
      resource: 'users',
      record: 'u-1',
      detail: { from: 'viewer', to: 'staff' },
    });

    const { status, json } = await read('?record=u-1');

    expect(status).toBe(200);
    expect(json.data).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        action: 'roleChanged',
        actor: { _id: actor, name: 'staff', email: 'staff@example.org' },
        about: { _id: 'u-1', name: null, email: null },
        address: '192.0.2.1',
        session: 's-1',
        requestId: 'r-1',
        resource: 'users',
        record: 'u-1',
        detail: { from: 'viewer', to: 'staff' },
      },
    ]);
    expect(json.actions).toContain('roleChanged');
  });

  test.each([
    `update backoffice.audit set actor = null`,
    `delete from backoffice.audit`,
    `truncate backoffice.audit`,
  ])('cannot be changed by %s', async (statement) => {
    await note({ record: 'stays' });

    await expect(api.database.query(statement)).rejects.toThrow('takes additions only');
    expect((await read('?record=stays')).json.data.length).toBeGreaterThan(0);
  });

  it('finds lines by action, actor, day and words', async () => {
    const viewer = api.userId('viewer');
    await note({
      action: 'exported',
      actor: viewer,
      record: 'q-1',
      detail: { filter: 'year_gte=2000' },
    });
    await note({
      action: 'imported',
      actor: viewer,
      record: 'q-2',
      detail: { file: '100%_sure.csv' },
    });
    await note({ action: 'exported', record: 'q-3' });
    const found = async (query: string) =>
      (await read(`?${query}`)).json.data
        .map(({ record }: { record: string | null }) => record)
        .filter((record: string | null) => record?.startsWith('q-'));

    expect(await found('action=exported')).toEqual(['q-3', 'q-1']);
    expect(await found('action=exported,imported&_perPage=100')).toEqual(['q-3', 'q-2', 'q-1']);
    expect(await found(`actor=${viewer}`)).toEqual(['q-2', 'q-1']);
    expect(await found('q=YEAR_gte%3D2000')).toEqual(['q-1']);
    expect(await found('q=viewer%40 sure')).toEqual(['q-2']);
    expect(await found('q=0%25_s')).toEqual(['q-2']);
    expect(await found('q=viewer%40 nowhere')).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await found(`q=q-1&from=${today}&to=${today}`)).toEqual(['q-1']);
    expect(await found('q=q-1&to=2020-01-01')).toEqual([]);
    expect(await found(`q=q-1&from=${encodeURIComponent('2100-01-01T00:00:00+02:00')}`)).toEqual(
      [],
    );
  });

  it('is paginated, with each line once', async () => {
    for (let index = 0; index < 5; index++) await note({ resource: 'pages', record: `p-${index}` });
    const seen: string[] = [];
    for (let after = ''; ;) {
      const { json } = await read(`?resource=pages&_perPage=2${after}`);
      seen.push(...json.data.map(({ record }: { record: string }) => record));
      if (json.next === null) break;
      after = `&_after=${json.next}`;
    }

    expect(seen).toEqual(['p-4', 'p-3', 'p-2', 'p-1', 'p-0']);
  });

  test.each([
    ['?action=danced', 'action', 'Q004'],
    ['?from=yesterday', 'from', 'Q004'],
    ['?to=2026-13-01', 'to', 'Q004'],
    ['?_after=x', '_after', 'Q008'],
    ['?record=a&record=b', 'record', 'Q004'],
    ['?detail=x', 'detail', 'Q001'],
  ])('refuses %s and names it', async (query, path, code) => {
    const { status, json } = await read(query);

    expect(status).toBe(400);
    expect(json.problems).toMatchObject([{ path, code }]);
  });

  it('keeps the names and addresses of actor and subject as they were', async () => {
    await api.addUser('leaver', 'viewer');
    const actor = api.userId('leaver');
    await note({ actor, resource: 'users', record: actor, requestId: 'left-behind' });
    const before = await read(`?record=${actor}`);
    const file = () =>
      api.call('GET', `/api/admin/audit/export?format=csv&record=${actor}`, { as: 'admin' });
    const fileBefore = (await file()).text;
    await api.database.query('delete from "users" where _id = $1', [actor]);

    const leaver = { _id: actor, name: 'leaver', email: 'leaver@example.org' };
    expect(before.json.data).toMatchObject([{ actor: leaver, about: leaver }]);
    expect((await read(`?record=${actor}`)).json.data).toEqual(before.json.data);
    expect((await read(`?about=${actor}`)).json.data).toEqual(before.json.data);
    expect((await read('?q=leaver%40example')).json.data).toEqual(before.json.data);
    expect((await file()).text).toBe(fileBefore);
  });

  it('is filtered by the person concerned', async () => {
    await api.addUser('subject', 'viewer');
    const id = api.userId('subject');
    await api.call('PUT', `/api/admin/user/${id}/disable`, { as: 'admin' });
    await api.call('POST', '/api/users/login', {
      body: { email: 'subject@example.org', password: 'wrong' },
    });

    const { json } = await read(`?about=${id}`);
    const csv = await api.call('GET', `/api/admin/audit/export?format=csv&about=${id}`, {
      as: 'admin',
    });

    expect(json.data.map(({ action, about }: any) => [action, about.name])).toEqual([
      ['signInFailed', 'subject'],
      ['disabled', 'subject'],
    ]);
    const [head = '', first = ''] = csv.text.split(/\r?\n/);
    expect(head).toContain('about,aboutName,aboutEmail');
    expect(first).toContain(`${id},subject,subject@example.org`);
  });
});

describe('the audit as a file', () => {
  const take = (query: string) =>
    api.call('GET', `/api/admin/audit/export${query}`, { as: 'admin' });

  it('contains the matching lines as JSON or CSV, without formulas that run', async () => {
    await note({ resource: 'files', record: 'f-1', detail: { reason: 'says "no", twice' } });
    await note({ resource: 'files', record: '=1+1', address: '@SUM(1)' });

    const json = await take('?resource=files');
    const csv = await take('?format=csv&resource=files');

    expect(json.json.map(({ record }: { record: string }) => record)).toEqual(['=1+1', 'f-1']);
    expect(json.headers.get('Content-Disposition')).toBe(
      'attachment; filename="audit-export.json"',
    );
    expect(csv.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    const [head, formula, plain, ...rest] = csv.text.split('\r\n');
    expect(head).toBe(
      'id,at,action,actor,name,email,about,aboutName,aboutEmail,address,session,requestId,resource,record,detail',
    );
    expect(formula).toMatch(/,'@SUM\(1\),,,files,'=1\+1,$/);
    expect(plain).toContain('"{""reason"":""says \\""no\\"", twice""}"');
    expect(rest).toEqual(['']);
  });

  it('contains all lines of any number of pages', async () => {
    await api.database.query(
      `insert into backoffice.audit (action, resource, record)
       select 'signedIn', 'many', n::text from generate_series(1, 2500) n`,
    );

    const { json } = await take('?resource=many');

    expect(json).toHaveLength(2_500);
    expect(new Set(json.map(({ record }: { record: string }) => record)).size).toBe(2_500);
  });

  it('is recorded itself, with its filter and the number of lines', async () => {
    await take('?format=csv&resource=nothing&q=x');

    const { json } = await read('?action=exported&resource=audit');
    expect(json.data[0]).toMatchObject({
      actor: { _id: api.userId('admin') },
      address: '127.0.0.1',
      detail: { format: 'csv', rows: 0, filter: 'resource=nothing&q=x' },
    });
  });

  test.each(['xml', 'csv,json'])('refuses the format %s', async (format) => {
    const { status, json } = await take(`?format=${format}`);

    expect(status).toBe(400);
    expect(json.problems).toMatchObject([{ path: 'format', code: 'Q004' }]);
  });
});
