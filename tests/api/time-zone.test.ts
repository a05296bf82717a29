import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { fetchExport, sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';

const visits = {
  title: '{name}',
  fields: {
    name: { type: 'text', required: true },
    day: { type: 'date', default: '$today' },
    year: { type: 'number', integer: true, default: '$year' },
    at: { type: 'datetime', default: '$today' },
    number: { type: 'sequence', format: '{year}/{number}', per: 'year' },
    yearOfVisit: { type: 'number', computed: 'year(at)', stored: true },
    daysBetween: { type: 'number', computed: 'days(at, day)' },
    inAMonth: { type: 'date', computed: 'addDays(day, 30.4)' },
    never: { type: 'date', computed: 'addDays(day, 99999999999)' },
  },
};

const cards = [
  { name: 'all', kind: 'count', resource: 'visits' },
  { name: 'some', kind: 'count', resource: 'visits', filter: { name_nnull: true } },
  { name: 'months', kind: 'chart', resource: 'visits', by: 'at', every: 'month', limit: 3 },
];

/** Two hours at which it is another day and another year in UTC. */
const places = [
  {
    timeZone: 'Pacific/Auckland',
    now: '2026-12-31T20:30:00.000Z',
    day: '2027-01-01',
    start: '2026-12-31T11:00:00.000Z',
    next: { day: '2027-01-02', start: '2027-01-01T11:00:00.000Z' },
    lastOfYear: '2027-12-31T10:59:59.999Z',
    firstOfYear: '2026-12-31T11:00:00.000Z',
  },
  {
    timeZone: 'America/Los_Angeles',
    now: '2027-01-01T04:30:00.000Z',
    day: '2026-12-31',
    start: '2026-12-31T08:00:00.000Z',
    next: { day: '2027-01-01', start: '2027-01-01T08:00:00.000Z' },
    lastOfYear: '2027-01-01T07:59:59.999Z',
    firstOfYear: '2026-01-01T08:00:00.000Z',
  },
];

describe.each(places)('where the app is in $timeZone', (place) => {
  const { timeZone, now, day, start, next } = place;
  const year = Number(day.slice(0, 4));
  let api: TestApi;
  let first: any;
  const get = async (path: string) => (await api.call('GET', path, { as: 'admin' })).json;
  const names = async (query: string): Promise<string[]> =>
    (await get(`/api/visits?${query}`)).data.map(({ name }: any) => name);

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    const descriptor = toDescriptor({
      app: { timeZone, dashboard: cards },
      resources: { visits, users: librarySource.resources.users },
    });
    api = await openTestApi({ descriptor: () => descriptor });
    const make = async (body: object) =>
      (await api.call('POST', '/api/visits', { as: 'admin', body })).json;
    first = await make({ name: 'today' });
    await make({ name: 'before', at: new Date(Date.parse(start) - 1).toISOString() });
    await make({ name: 'tomorrow', at: next.start });
  });
  afterAll(async () => {
    await api.close();
    vi.useRealTimers();
  });

  it('the defaults of a new record use the day there', () => {
    expect(first).toMatchObject({ day, year, at: start, yearOfVisit: year, daysBetween: 0 });
  });

  it.each([
    ['at_gte=$today', ['today', 'tomorrow']],
    [`at_gte=${day}&at_lt=${next.day}`, ['today']],
    [`at_between=${day},${day}`, ['today']],
    [`where=${encodeURIComponent(JSON.stringify({ at_lt: day }))}`, ['before']],
    ['day=$today', ['before', 'today', 'tomorrow']],
    ['year=$year', ['before', 'today', 'tomorrow']],
  ])('%s finds the records of the day there', async (query, found) => {
    expect(await names(`${query}&_sort=name`)).toEqual(found);
  });

  it('years are counted and grouped by its clocks, and their filters find the same', async () => {
    const { values } = (await get('/api/visits/facets?fields=at')).data.at;
    const groups = (await get('/api/visits/groups?_by=at')).data;

    const own = values.find(({ value }: any) => value === year);
    expect(own).toMatchObject({ from: place.firstOfYear, to: place.lastOfYear });
    for (const { from, to, count } of values)
      expect(await names(`at_between=${from},${to}`)).toHaveLength(count);
    for (const { where, count } of groups)
      expect(await names(`where=${encodeURIComponent(JSON.stringify(where))}`)).toHaveLength(count);
    expect(groups.map(({ value }: any) => value)).toContain(year);
  });

  it('the numbers of a year start when the year does there', async () => {
    const sql = api.database;
    await sql.query(
      `insert into visits (_id, "createdAt", name) values ('late', $1, 'late'), ('early', $2, 'early')`,
      [place.firstOfYear, new Date(Date.parse(place.firstOfYear) - 1).toISOString()],
    );
    const made: any[] = (
      await sql.query(`delete from visits where _id in ('late', 'early') returning number`)
    ).rows;

    expect(made.map(({ number }) => number.slice(0, 4))).toEqual(
      expect.arrayContaining([String(year - 1), String(year)]),
    );
  });

  it('charts and growth count by local days', async () => {
    const sql = api.database;
    await sql.query(`update visits set "createdAt" = $1`, [now]);
    await sql.query(`update backoffice.history set at = $1 where resource = 'visits'`, [now]);

    const [all, some, months] = await Promise.all(
      cards.map(({ name }) => get(`/api/dashboard/${name}`)),
    );

    expect(all.trend.days).toEqual([{ day, created: 3, deleted: 0 }]);
    expect(some.trend.days).toEqual([{ day, created: 3, deleted: null }]);
    expect(months.periods).toContainEqual({ period: day.slice(0, 7), count: 2 });
  });

  it('days in the history of changes are local days', async () => {
    const changes = async (query: string) =>
      (await get(`/api/changes/records?resource=visits&${query}`)).data;

    expect(await changes(`from=${day}&to=${day}`)).toHaveLength(3);
    expect(await changes(`from=${next.day}`)).toHaveLength(0);
  });

  it('a workbook has local times, and is read as it was written', async () => {
    const { bytes } = await fetchExport(api, '/api/visits/export?format=xlsx&_sort=name');
    const { sheets } = await readXlsx(bytes);
    const [head, , today] = sheets[0]!.rows;

    const parts = { mode: 'upsert', key: '_id' };
    const { json } = await sendImport(api, '/api/visits', bytes, { name: 'visits.xlsx', parts });

    const at = today![head!.indexOf('at')];
    expect(at).toEqual(new Date(`${day}T00:00:00.000Z`));
    expect(json).toMatchObject({ total: 3, unchanged: 3, problems: [] });
  });

  it('screens receive the time zone', async () => {
    expect((await get('/api/config')).descriptor.app.timeZone).toBe(timeZone);
  });
});

describe('an hour that clocks show twice or skip', () => {
  let api: TestApi;
  const places = ['before', 'first', 'second'];
  const moments = ['2026-10-24T23:30', '2026-10-25T00:30', '2026-10-25T01:30'].map(
    (minute) => `${minute}:00.000Z`,
  );
  const stored = async () =>
    (await api.call('GET', '/api/visits?_sort=name', { as: 'admin' })).json.data.map(
      ({ at }: any) => at,
    );

  beforeAll(async () => {
    const descriptor = toDescriptor({
      app: { timeZone: 'Europe/Berlin' },
      resources: { visits, users: librarySource.resources.users },
    });
    api = await openTestApi({ descriptor: () => descriptor });
  });
  beforeEach(() => api.database.query('truncate visits'));
  afterAll(() => api.close());

  it('is read from a cell with a warning that names the moment', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Visits',
          rows: [
            ['name', 'at'],
            ['once', new Date('2026-10-25T03:30:00Z')],
            ['skipped', new Date('2026-03-29T02:30:00Z')],
            ['twice', new Date('2026-10-25T02:30:00Z')],
          ],
        },
      ],
    });

    const { json } = await sendImport(api, '/api/visits', Uint8Array.from(bytes), {
      name: 'visits.xlsx',
    });

    expect(await stored()).toEqual([
      '2026-10-25T02:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
    ]);
    const of = (value: string, moment: string) => ({
      code: 'I106',
      path: 'at',
      params: { value, moment, timeZone: 'Europe/Berlin' },
    });
    expect(json).toMatchObject({
      created: 3,
      warned: [
        { row: 2, ...of('2026-03-29 02:30:00', '2026-03-29T01:30:00.000Z') },
        { row: 3, ...of('2026-10-25 02:30:00', '2026-10-25T00:30:00.000Z') },
      ],
    });
  });

  it.each(['xlsx', 'csv', 'json'])('survives an export and import as %s', async (format) => {
    await sendImport(
      api,
      '/api/visits',
      places.map((name, at) => ({ name, at: moments[at] })),
    );
    const { bytes } = await fetchExport(api, `/api/visits/export?format=${format}`);

    const { json } = await sendImport(api, '/api/visits', bytes, {
      name: `visits.${format}`,
      parts: { mode: 'upsert', key: '_id' },
    });

    expect(json).toMatchObject({ unchanged: 3, warnings: 0, problems: [] });
    expect(await stored()).toEqual(moments);
  });
});
