import { afterAll, describe, expect, test } from 'vitest';
import { displayTitle, namingFields, titleFields } from '../../src/descriptor/title.ts';
import { toVisibleSource } from '../../src/descriptor/permissions/visible-source.ts';
import { linkResources } from '../../src/descriptor/read/link-resources.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { librarySource } from '../support/library.ts';

const all = ['list', 'read', 'create', 'update'];

const visits = {
  title: '{state} · {begin} · {day} · {weight}',
  fields: {
    state: {
      type: 'choice',
      choices: [{ value: 'open', label: { en: 'Open', de: 'Offen' } }],
    },
    begin: { type: 'datetime' },
    day: { type: 'date' },
    weight: { type: 'decimal', scale: 2 },
    note: { type: 'text', search: true },
    next: { type: 'reference', to: 'visits' },
  },
};

const descriptor = toDescriptor({
  ...librarySource,
  app: { ...librarySource.app, languages: ['en', 'de'], timeZone: 'Asia/Kolkata' },
  resources: {
    ...librarySource.resources,
    visits,
    makers: {
      title: '{name}',
      importKey: 'name',
      fields: {
        name: { type: 'text', required: true, unique: true },
        isOpen: { type: 'boolean' },
      },
      permissions: { staff: { list: { isOpen: true }, read: { isOpen: true } } },
    },
    bills: {
      title: '{total}',
      fields: {
        total: { type: 'money', currency: { $field: 'currency' } },
        currency: { type: 'text', read: ['admin', 'staff'] },
        note: { type: 'text', search: true },
      },
      permissions: { staff: [...all, 'history'], viewer: ['list', 'read', 'history'] },
    },
    payments: {
      title: '{bill}',
      fields: { bill: { type: 'reference', to: 'bills' }, note: { type: 'text', search: true } },
      permissions: { staff: [...all, 'history'], viewer: ['list', 'read', 'history'] },
    },
    samples: {
      title: '{value}',
      fields: {
        value: { type: 'number', unit: 'mg', qualifier: 'sign' },
        sign: { type: 'choice', choices: ['<', '=', '~'] },
        note: { type: 'text', search: true },
      },
      permissions: { staff: all },
    },
    readings: {
      title: '{sample} · {place}',
      fields: {
        sample: { type: 'reference', to: 'samples' },
        place: { type: 'text', search: true },
      },
      permissions: { staff: all },
    },
    finds: {
      title: '{maker} · {place}',
      fields: {
        maker: { type: 'reference', to: 'makers' },
        place: { type: 'text', search: true },
      },
      permissions: { staff: all, viewer: ['list', 'read'] },
    },
  },
});
const finds = descriptor.resources.get('finds')!;
const PATH = '/api/finds?_sort=place&_fields=place,maker.name';

const api = await openTestApi({ descriptor: () => descriptor });
for (const [_id, name, isOpen] of [
  ['m1', 'Ada', true],
  ['m2', 'Bea', false],
])
  await add('/api/makers', { _id, name, isOpen });
await add('/api/finds', { _id: 'f1', maker: 'm1', place: 'Lima' });
await add('/api/finds', { _id: 'f2', maker: 'm2', place: 'Oslo' });
await add('/api/finds', { _id: 'f3', place: 'Rome' });
const begin = '2026-12-01T03:30:00.000Z';
const visit = { state: 'open', begin, day: '2026-12-01', weight: '1234.50' };
await add('/api/visits', { _id: 'v1', ...visit, note: 'unique words' });
await add('/api/visits', { _id: 'v2', next: 'v1' });
await add('/api/bills', { _id: 'b1', total: '12.50', currency: 'CHF', note: 'unpaid' });
await add('/api/payments', { _id: 'p1', bill: 'b1', note: 'unpaid' });
await add('/api/samples', { _id: 's1', value: 0.5, sign: '<', note: 'limited' });
await add('/api/samples', { _id: 's2', value: 0.5, sign: '=', note: 'limited' });
await add('/api/readings', { _id: 'r1', sample: 's1', place: 'limited' });
afterAll(() => api.close());

async function add(root: string, body: object): Promise<void> {
  const { status, text } = await api.call('POST', root, { as: 'admin', body });
  if (status !== 201) throw new Error(text);
}

async function titles(path: string): Promise<string[]> {
  const { json } = await api.call('GET', path, { as: 'admin' });
  return json.data.map((record: any) => displayTitle(finds, record));
}

describe('a title with a reference', () => {
  test('is in the list, without another statement', async () => {
    expect(titleFields(finds)).toEqual(['maker.name', 'place']);
    expect(await titles(PATH)).toEqual(['Ada · Lima', 'Bea · Oslo', 'Rome']);
  });

  test('is not in a record that is read whole', async () => {
    const { json } = await api.call('GET', '/api/finds/f1', { as: 'admin' });
    expect(Object.keys(json)).not.toContain('maker.name');
  });

  test('is shown in search results', async () => {
    const { json } = await api.call('GET', '/api/search?q=Lima', { as: 'admin' });
    const [found] = json.data.filter(({ resource }: any) => resource === 'finds');
    expect(found.records).toMatchObject([{ _id: 'f1', title: 'Ada · Lima' }]);
  });

  test('omits records that the reader cannot see', async () => {
    const { json } = await api.call('GET', PATH, { as: 'staff' });
    expect(json.data.map((record: any) => record['maker.name'])).toEqual(['Ada', null, null]);
  });

  test('omits the field for a role that cannot read the other collection', async () => {
    const answer = await api.call('GET', PATH, { as: 'viewer' });
    const missing = await api.call('GET', '/api/finds?_fields=maker.nothing', { as: 'viewer' });
    expect([answer.status, missing.status]).toEqual([400, 400]);
    expect(answer.json.problems[0].code).toBe(missing.json.problems[0].code);

    const seen = toDescriptor(toVisibleSource(descriptor, 'viewer'));
    expect(titleFields(seen.resources.get('finds')!)).toEqual(['place']);
  });

  test('is unknown as of a moment', async () => {
    const path = `${PATH}&_asOf=${encodeURIComponent(new Date().toISOString())}`;
    const { json } = await api.call('GET', path, { as: 'admin' });
    expect(json.problems).toMatchObject([{ code: 'Q022', path: '_fields.maker.name' }]);
  });
});

test('a title says the sign before a number, also behind a reference', async () => {
  const { json } = await api.call('GET', '/api/search?q=limited', { as: 'staff' });

  const shown = json.data.flatMap(({ records }: any) => records.map(({ title }: any) => title));
  expect(shown.toSorted()).toEqual(['0.5', '<0.5', '<0.5 · limited']);
});

test('a title with a part for the sign says it once', () => {
  const resources = new Map(descriptor.resources);
  const { titleParts: _, through: __, ...samples } = resources.get('samples')!;
  const signed = linkResources(
    resources.set('samples', { ...samples, title: '{sign}{value} mg' } as any),
  );

  const record = { _id: 's1', value: 0.5, sign: '<' };
  expect(displayTitle(signed.get('samples')!, record)).toBe('<0.5 mg');
});

describe('a title with a choice, a time, a day and a number', () => {
  const english = 'Open · 01.12.2026 09:00:00 · 01.12.2026 · 1,234.50';
  const german = 'Offen · 01.12.2026 09:00:00 · 01.12.2026 · 1.234,50';

  const get = async (path: string, language?: string) => {
    const headers: Record<string, string> =
      language === undefined ? {} : { 'Accept-Language': language };
    return (await api.call('GET', path, { as: 'admin', headers })).json;
  };

  test.each([
    ['in English for a program', undefined, english],
    ['in the language that the caller asks for', 'de', german],
    ['in the language that the caller prefers', 'fr, en;q=0.5, de-AT;q=0.9', german],
    ['in English where the language has no texts', 'fr', english],
  ])('is written %s', async (_how, language, title) => {
    const hits = await get('/api/visits/search?q=unique', language);
    const facets = await get('/api/visits/facets?fields=next', language);
    const changes = await get('/api/changes/records?resource=visits', language);

    expect(hits.data).toMatchObject([{ _id: 'v1', title }]);
    expect(facets.data.next.values).toMatchObject([{ value: 'v1', label: title }]);
    expect(changes.data.map((change: any) => change.title)).toContain(title);
  });
});

describe('a title with an amount whose currency another field holds', () => {
  test.each([
    ['with the currency', 'staff', '12.50 CHF'],
    ['without a currency that the role may not read', 'viewer', '12.50'],
  ])('is written %s', async (_how, role, title) => {
    const get = async (path: string) => (await api.call('GET', path, { as: role })).json;
    const found = await Promise.all(
      ['bills', 'payments'].map((name) => get(`/api/${name}/search?q=unpaid`)),
    );
    const facets = await get('/api/payments/facets?fields=bill');
    const changes = await get('/api/changes/records?resource=bills');
    const seen = toDescriptor(toVisibleSource(descriptor, role));
    const listed = await Promise.all(
      ['bills', 'payments'].map(async (name) => {
        const resource = seen.resources.get(name)!;
        const { data } = await get(`/api/${name}?_fields=${namingFields(resource).join()}`);
        return displayTitle(resource, data[0]);
      }),
    );

    expect(found.map(({ data }) => data[0].title)).toEqual([title, title]);
    expect(facets.data.bill.values).toMatchObject([{ value: 'b1', label: title }]);
    expect(changes.data).toMatchObject([{ title }]);
    expect(listed).toEqual([title, title]);
  });

  test('does not repeat a currency that the title shows itself', () => {
    const source = { ...descriptor.resources.get('bills')!, title: '{total} {currency}' };
    const shown = linkResources(new Map([['bills', source]])).get('bills')!;

    expect(displayTitle(shown, { total: '12.50', currency: 'CHF' })).toBe('12.50 CHF');
  });
});
