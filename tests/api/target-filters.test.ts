import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { travellersDescriptor } from '../support/travellers.ts';

let api: TestApi;
const ids: Record<string, string> = {};
beforeAll(async () => {
  const descriptor = travellersDescriptor();
  api = await openTestApi({ descriptor: () => descriptor });
  const make = async (root: string, code: string, body: object): Promise<void> => {
    const { json } = await api.call('POST', `/api/${root}`, { as: 'admin', body });
    ids[code] = json._id;
  };
  for (const code of ['CH', 'DE']) await make('countries', code, { code });
  await make('countries', 'XX', { code: 'XX', open: false });
  const city = (code: string, name: string, country: string, more = {}): Promise<void> =>
    make('cities', code, { code, name, country: ids[country], ...more });
  await city('bern', 'Bern', 'CH', { mayor: api.userId('staff') });
  await city('chur', 'Chur', 'CH');
  await city('bonn', 'Bonn', 'DE');
  await city('closed', 'Closed', 'CH', { active: false });
  await city('far', 'Far', 'XX');
});
afterAll(() => api.close());

let people = 0;
const create = (body: object, as = 'staff') =>
  api.call('POST', '/api/people', { as, body: { name: `P${++people}`, ...body } });
const patch = (id: string, body: object, as = 'staff') =>
  api.call('PATCH', `/api/people/${id}`, { as, body, headers: { 'If-Match': '*' } });
async function created(body: object): Promise<string> {
  const { json } = await create(body);
  expect(json.problems).toBeUndefined();
  return json._id;
}
const problemsOf = ({ status, json }: { status: number; json: any }): unknown[] => [
  status,
  ...(json.problems ?? []).map(
    ({ code, path }: { code: string; path: string }) => `${path} ${code}`,
  ),
];
const inSwitzerland = (city: string) => ({ country: ids['CH'], city: ids[city] });

describe('a reference with a filter', () => {
  it('accepts a matching record, and otherwise names the record and the condition', async () => {
    const fine = await create(inSwitzerland('bern'));
    const other = await create(inSwitzerland('bonn'));

    expect(fine.status).toBe(201);
    expect(problemsOf(other)).toEqual([422, 'city V055']);
    expect(other.json.problems[0].message).toBe(
      'cannot refer to Bonn, because it does not match country = $country, active = true',
    );
    expect(other.json.problems[0].params).toMatchObject({
      condition_en: 'Country = Country of this record, Active = true',
      condition_de: 'Country = Country dieses Datensatzes, Active = true',
    });
  });

  it('names no field behind a reference that the role cannot read', async () => {
    const { json } = await create({ country: ids['CH'], visited: [ids['far']] }, 'clerk');

    expect(json.problems).toMatchObject([{ path: 'visited.0', code: 'V055' }]);
    expect(JSON.stringify(json)).not.toContain('open');
  });

  it('names no field of its own record that the role cannot read', async () => {
    const { json } = await create({ stay: ids['bern'] }, 'clerk');

    expect(json.problems).toMatchObject([{ path: 'stay', code: 'V055' }]);
    expect(JSON.stringify(json)).not.toMatch(/base/i);
  });

  it('compares with a field behind a reference of its own record', async () => {
    const id = await created({ ...inSwitzerland('bern'), next: ids['chur'] });
    const other = await create({ ...inSwitzerland('bern'), next: ids['bonn'] });

    expect(problemsOf(other)).toEqual([422, 'next V055']);
    expect(other.json.problems[0].params).toMatchObject({
      condition: 'country = $city.country, active = true',
      condition_en: 'Country = City › Country of this record, Active = true',
    });
    expect(problemsOf(await create({ next: ids['chur'] }))).toEqual([422, 'next V055']);
    const moved = { country: ids['DE'], city: ids['bonn'] };
    expect(problemsOf(await patch(id, moved))).toEqual([422, 'next V055']);
    expect((await patch(id, { ...moved, next: ids['bonn'] })).status).toBe(200);
  });

  it('refuses a missing record as missing', async () => {
    expect(problemsOf(await create({ country: ids['CH'], city: 'nowhere' }))).toEqual([
      422,
      'city V014',
    ]);
  });

  it('matches nothing while the field it depends on is empty', async () => {
    expect(problemsOf(await create({ city: ids['bern'] }))).toEqual([422, 'city V055']);
  });

  it('is checked when it changes, and when the field it depends on changes', async () => {
    const id = await created(inSwitzerland('bern'));

    expect(problemsOf(await patch(id, { city: ids['closed'] }))).toEqual([422, 'city V055']);
    expect(problemsOf(await patch(id, { country: ids['DE'] }))).toEqual([422, 'city V055']);
    expect(problemsOf(await patch(id, { country: null }))).toEqual([422, 'city V055']);
    expect((await patch(id, { country: ids['DE'], city: ids['bonn'] })).status).toBe(200);
    expect((await patch(id, { country: null, city: null })).status).toBe(200);
  });

  it('does not recheck a record until one of these fields changes', async () => {
    const { json: old } = await api.call('POST', '/api/cities', {
      as: 'admin',
      body: { code: 'old', name: 'Old', country: ids['CH'] },
    });
    const id = await created({ country: ids['CH'], city: old._id });
    await api.call('PATCH', `/api/cities/${old._id}`, {
      as: 'admin',
      body: { active: false },
      headers: { 'If-Match': '*' },
    });

    const renamed = await patch(id, { name: 'Renamed', city: old._id });
    const whole = await api.call('PUT', '/api/people', { as: 'staff', body: renamed.json });
    const moved = await patch(id, { country: ids['DE'] });

    expect([renamed.status, whole.status]).toEqual([200, 200]);
    expect(problemsOf(moved)).toEqual([422, 'city V055']);
  });

  it('applies to roles that can write only some records', async () => {
    expect((await create(inSwitzerland('bern'), 'clerk')).status).toBe(201);
    const { json } = await create(inSwitzerland('bonn'), 'clerk');
    const hidden = await create(inSwitzerland('closed'), 'clerk');

    expect(problemsOf({ status: 422, json })).toEqual([422, 'city V055']);
    // A record that the role may not see does not exist for it.
    expect(problemsOf(hidden)).toEqual([422, 'city V014']);
  });

  it('can refer to the current user', async () => {
    expect((await create({ own: ids['bern'] }, 'staff')).status).toBe(201);
    expect(problemsOf(await create({ own: ids['bern'] }, 'admin'))).toEqual([422, 'own V055']);
  });
});

describe('a list of references with a filter', () => {
  it('names each member that does not match, also by records behind it', async () => {
    const body = { country: ids['CH'], visited: [ids['bonn'], ids['chur'], ids['far']] };

    expect(problemsOf(await create(body))).toEqual([422, 'visited.1 V055', 'visited.2 V055']);
  });

  it('keeps the members it had, as long as the field it depends on stays', async () => {
    const id = await created({ visited: [ids['bonn']] });
    const close = (open: boolean) =>
      api.call('PATCH', `/api/countries/${ids['DE']}`, {
        as: 'admin',
        body: { open },
        headers: { 'If-Match': '*' },
      });
    await close(false);

    const added = await patch(id, { visited: [ids['bonn'], ids['chur']] });
    const moved = await patch(id, { country: ids['DE'] });
    await close(true);

    expect(added.status).toBe(200);
    expect(problemsOf(moved)).toEqual([422, 'visited.0 V055']);
  });
});

describe('many records at once', () => {
  it('each meet the filter in a bulk update', async () => {
    const swiss = await created({ country: ids['CH'] });
    const german = await created({ country: ids['DE'] });

    const { json } = await api.call('POST', '/api/people/bulk', {
      as: 'staff',
      body: { action: 'update', ids: [swiss, german], data: { city: ids['chur'] } },
    });

    expect(json).toMatchObject({ updated: 1, failed: 1 });
    expect(json.problems).toMatchObject([{ _id: german, code: 'V055', path: 'city' }]);
  });

  it('each meet it in an import, new and existing, and in its dry run', async () => {
    await created({ name: 'known', country: ids['CH'], city: ids['bern'] });
    const rows = [
      { name: 'i1', country: 'CH', city: 'bern' },
      { name: 'i2', country: 'DE', city: 'bern' },
      { name: 'i3', country: 'DE', city: 'bonn' },
      { name: 'known', country: 'DE' },
    ];
    const send = (dryRun: boolean) =>
      sendImport(api, '/api/people', rows, {
        as: 'staff',
        parts: { mode: 'upsert', dryRun: String(dryRun) },
      });

    const dry = await send(true);
    const { json } = await send(false);

    for (const summary of [dry.json, json]) {
      expect(summary).toMatchObject({ created: 2, failed: 2 });
      expect(summary.problems).toMatchObject([
        { row: 2, path: 'city', code: 'V055' },
        { row: 4, path: 'city', code: 'V055' },
      ]);
    }
  });

  it('cannot be undone or restored to records that cannot be chosen today', async () => {
    const id = await created(inSwitzerland('chur'));
    await patch(id, { country: ids['DE'], city: ids['bonn'] });

    const { status, json } = await api.call('POST', `/api/people/${id}/restore`, {
      as: 'staff',
      body: { version: 1, fields: ['city'] },
      headers: { 'If-Match': '*' },
    });
    const whole = await api.call('POST', `/api/people/${id}/restore`, {
      as: 'staff',
      body: { version: 1 },
      headers: { 'If-Match': '*' },
    });

    expect(problemsOf({ status, json })).toEqual([409, 'city V055']);
    expect(whole.status).toBe(200);
  });

  it('are restored from the trash only if they still match', async () => {
    const id = await created(inSwitzerland('bern'));
    await api.call('DELETE', `/api/people/${id}`, { as: 'staff', headers: { 'If-Match': '*' } });
    const set = (active: boolean) =>
      api.call('PATCH', `/api/cities/${ids['bern']}`, {
        as: 'admin',
        body: { active },
        headers: { 'If-Match': '*' },
      });
    await set(false);
    const restore = (dryRun: boolean) =>
      api.call('POST', '/api/people/trash/restore', { as: 'staff', body: { ids: [id], dryRun } });

    const dry = await restore(true);
    const done = await restore(false);
    await set(true);

    for (const { json } of [dry, done])
      expect(json).toMatchObject({ created: 0, problems: [{ _id: id, code: 'V055' }] });
  });
});
