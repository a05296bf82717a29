import { streamXlsxRows } from 'hucre/xlsx';
import { afterAll, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';
import { addRecords } from '../support/screen-library.ts';

const shifts = {
  importKey: 'name',
  fields: {
    name: { type: 'text', required: true, unique: true },
    starts: { type: 'time', min: '06:00', max: '22:00' },
    stamped: { type: 'time', seconds: true },
    lasts: { type: 'duration', min: 0, index: true },
    run: { type: 'duration', seconds: true },
    pay: { type: 'duration', computed: 'lasts * 1.5 + 0.4', stored: true },
    rest: {
      type: 'object',
      fields: { at: { type: 'time' }, lasts: { type: 'duration' } },
    },
  },
  permissions: { staff: ['list', 'read', 'create', 'update', 'history', 'export', 'import'] },
};
const given = [
  {
    name: 'early',
    starts: '06:30',
    stamped: '06:31:05',
    lasts: 28_800,
    run: 61,
    rest: { at: '10:00', lasts: 900 },
  },
  { name: 'late', starts: '14:00', stamped: '14:00:00', lasts: 5400, rest: { at: '16:15' } },
  { name: 'none' },
];

const { resources, ...rest } = structuredClone(librarySource) as Record<string, any>;
const descriptor = toDescriptor({ ...rest, resources: { ...resources, shifts } });
const api = await openTestApi({ descriptor: () => descriptor });
const store = createStore(api.database, () => descriptor, { facetBudget: 60_000 });
Object.assign(api.services, { store });
await addRecords(api, '/api/shifts', given);
afterAll(() => api.close());

const get = async (query: string) =>
  (await api.call('GET', `/api/shifts${query}`, { as: 'staff' })).json;

test('times have the form of their field, and a computed duration is whole seconds', async () => {
  const { data } = await get('?_sort=name');

  expect(data).toMatchObject([
    { ...given[0], pay: 43_200 },
    { ...given[1], pay: 8100 },
    { starts: null, stamped: null, lasts: null, pay: null, rest: null },
  ]);
});

test.each([
  ['starts=6.30', 'early'],
  ['starts_gte=2:00 pm', 'late'],
  ['starts_between=06:00,07:00', 'early'],
  ['stamped_gt=06:31:04&stamped_lt=7 am', 'early'],
  ['starts_null=true', 'none'],
  ['lasts_gte=2h', 'early'],
  ['lasts=1:30', 'late'],
  ['lasts=5400', 'late'],
  ['lasts_in=5400,8:00', 'early,late'],
  ['rest.at_gt=10:00', 'late'],
  ['rest.lasts_lt=PT16M', 'early'],
  ['pay_gt=3h', 'early'],
])('%s finds %s', async (query, names) => {
  const { data } = await get(`?${encodeURI(query)}&_sort=name`);

  expect(data.map(({ name }: { name: string }) => name).join()).toBe(names);
});

test('lists sort by times and durations and continue after a cursor', async () => {
  const names = async (query: string) =>
    (await get(query)).data.map(({ name }: { name: string }) => name);
  const { next } = await get('?_sort=-starts&_perPage=1');

  expect(await names('?_sort=-starts')).toEqual(['late', 'early', 'none']);
  expect(await names('?_sort=lasts')).toEqual(['late', 'early', 'none']);
  expect(await names(`?_sort=-starts&_after=${next}`)).toEqual(['early', 'none']);
});

test.each([
  ['starts_gte=25:00', 'Q004', 'must be a time of day such as 14:30'],
  ['starts_between=10:00,09:00', 'Q004', 'must be two values, the smaller one first'],
  [
    'lasts_gte=soon',
    'Q004',
    'must be a duration such as 1:30 or 90m; in JSON, a number of seconds',
  ],
])('%s is refused', async (query, code, message) => {
  const { problems } = await get(`?${query}`);

  expect(problems).toMatchObject([{ code, message }]);
});

test('sums, averages, bins and groups', async () => {
  const { data } = await get(
    '/aggregates?_aggregate=lasts:sum,lasts:avg,starts:min,starts:median,stamped:max',
  );
  const { data: facets } = await get('/facets?fields=lasts');
  const { data: groups } = await get('/groups?_by=starts');

  expect(data).toEqual({
    lasts: { sum: 34_200, avg: 17_100 },
    starts: { min: '06:30', median: '06:30' },
    stamped: { max: '14:00:00' },
  });
  // Every half an hour, not every 2000 seconds.
  expect(facets.lasts.bins.slice(0, 2)).toEqual([
    { from: 5400, to: 7200, count: 1 },
    { from: 7200, to: 9000, count: 0 },
  ]);
  expect(groups.map(({ value }: { value: unknown }) => value)).toEqual(['06:30', '14:00', null]);
});

describe('a file', () => {
  test('has readable times, and can be imported again without a change', async () => {
    const { text } = await api.call('GET', '/api/shifts/export?format=csv&_sort=name', {
      as: 'staff',
    });
    const lines = text.replace(/^\uFEFF/, '').split('\r\n');

    expect(lines[1]).toContain('early,06:30,06:31:05,8:00,0:01:01,12:00,');
    const file = lines.map((line) => line.replace('late,14:00,', 'late,2 pm,')).join('\n');
    const { json } = await sendImport(api, '/api/shifts', file, {
      as: 'staff',
      name: 'shifts.csv',
      parts: { mode: 'upsert' },
    });
    expect(json).toMatchObject({ unchanged: 3, failed: 0 });
  });

  test('in XLSX has texts that a spreadsheet does not change', async () => {
    const token = await api.tokenOf('staff');
    const answer = await api.api.fetch(
      new Request(
        'http://localhost/api/shifts/export?format=xlsx&_fields=starts,lasts&_sort=name',
        {
          headers: { authorization: `Bearer ${token}` },
        },
      ),
    );
    const rows: unknown[][] = [];
    for await (const { values } of streamXlsxRows(new Uint8Array(await answer.arrayBuffer())))
      rows.push(values.slice(2));

    expect(rows).toEqual([
      ['starts', 'lasts'],
      ['06:30', '8:00'],
      ['14:00', '1:30'],
      expect.anything(),
    ]);
  });
});

test('the history shows earlier values, and a list of an earlier moment filters by them', async () => {
  const { data } = await get('?name=late');
  const [{ _id: id, updatedAt }] = data;
  const change = await api.call('PATCH', `/api/shifts/${id}`, {
    as: 'staff',
    headers: { 'If-Match': '"1"' },
    body: { starts: '15:00', stamped: '15:00:09', lasts: 3600 },
  });
  expect(change).toMatchObject({ status: 200, json: { starts: '15:00', lasts: 3600 } });

  const before = await get(`?_asOf=${updatedAt}&starts=14:00&lasts=1:30&stamped=14:00:00`);
  expect(before.data).toMatchObject([{ starts: '14:00', stamped: '14:00:00', lasts: 5400 }]);
});
