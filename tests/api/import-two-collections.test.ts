import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { sendImport, summary } from '../support/exchange.ts';
import { extractionsDescriptor } from '../support/extractions.ts';

const descriptor = extractionsDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());
beforeEach(() =>
  api.database.query('truncate extractions, samples, sources, journals, people cascade'),
);

type Parts = Record<string, string>;

async function send(
  csv: string,
  mapping: Record<string, unknown>,
  { as = 'staff', ...parts }: Parts = {},
): Promise<any> {
  const sent = { mode: 'upsert', mapping: JSON.stringify(mapping), ...parts };
  return await sendImport(api, '/api/extractions', csv, { as, name: 'all.csv', parts: sent });
}

async function list(resource: string, sort: string): Promise<any[]> {
  return (await api.call('GET', `/api/${resource}?_sort=${sort}`, { as: 'admin' })).json.data;
}

/** The codes of the extractions with the values of their record behind a reference. */
async function linked(reference: string, resource: string, names: readonly string[]) {
  const records = new Map((await list(resource, '_id')).map((one) => [one._id, one]));
  return (await list('extractions', 'code')).map((one) => {
    const record = records.get(one[reference]);
    return [one.code, ...(record ? names.map((name) => record[name]) : [])];
  });
}

const byKey = { Source: 'source.sourceId', Title: 'source.title', Year: 'source.year' };

describe('columns of a referenced record', () => {
  test('create it with all its values, once for several rows', async () => {
    const csv =
      'code,Source,Title,Year\nA,S-1,Cans,2020\nB,S-1,Cans,2020\nC,S-2,Toys,2021\nD,S-1,Other,1999\n';

    const dry = await send(csv, byKey, { dryRun: 'true' });
    const { json } = await send(csv, byKey);
    const again = await send(csv, byKey);

    const counts = { total: 4, created: 4, referencesCreated: { sources: 2 }, warnings: 1 };
    const differing = { row: 4, code: 'I100', column: 'Title', params: { value: 'Cans' } };
    for (const { warned } of [dry.json, json, again.json])
      expect(warned).toMatchObject([differing, { column: 'Year', value: '1999' }]);
    expect([dry.json, json, again.json]).toMatchObject([counts, counts, { unchanged: 4 }]);
    expect(await linked('source', 'sources', ['sourceId', 'title', 'year'])).toEqual([
      ['A', 'S-1', 'Cans', 2020],
      ['B', 'S-1', 'Cans', 2020],
      ['C', 'S-2', 'Toys', 2021],
      ['D', 'S-1', 'Cans', 2020],
    ]);
  });

  test('find it, and leave it unchanged', async () => {
    await sendImport(api, '/api/sources', [{ _id: 's1', sourceId: 'S-1', title: 'Old', year: 1 }]);

    const { json } = await send('code,Source,Title,Year\nA,S-1,New,2020\n', byKey);

    expect(json.warned.map(({ params }: any) => params.value)).toEqual(['Old', '1']);
    expect(await list('sources', 'title')).toMatchObject([{ _id: 's1', title: 'Old', year: 1 }]);
  });

  test('identify it by title, and derive the key from it if no column has the key', async () => {
    const mapping = { Title: 'source.title', Year: 'source.year' };
    const csv = 'code,Title,Year\nA,Cans,2020\nB,Cans,2021\n';

    const { json } = await send(csv, mapping);

    expect(json).toMatchObject({ created: 2, referencesCreated: { sources: 1 }, failed: 0 });
    expect((await send(csv, mapping)).json).toMatchObject({ unchanged: 2 });
    expect(await list('sources', 'title')).toMatchObject([
      { sourceId: 'Cans', title: 'Cans', year: 2020 },
    ]);
  });

  test.each([
    ['title', 'Nature', { Name: 'journal.name', City: 'journal.city' }],
    [
      'unique field',
      '0028-0836',
      { ISSN: 'journal.issn', Name: 'journal.name', City: 'journal.city' },
    ],
  ])('identify one without a key by its %s', async (_what, _name, mapping) => {
    const csv =
      'code,ISSN,Name,City\nA,0028-0836,Nature,London\nB,0028-0836,Nature,Berlin\nC,1,Science,\n';
    const all = { ISSN: null, ...mapping };

    const { json } = await send(csv, all);
    const again = await send(csv, all);

    expect(json).toMatchObject({ created: 3, referencesCreated: { journals: 2 }, failed: 0 });
    expect(again.json).toMatchObject({ unchanged: 3, failed: 0 });
    expect(await linked('journal', 'journals', ['name', 'city'])).toEqual([
      ['A', 'Nature', 'London'],
      ['B', 'Nature', 'London'],
      ['C', 'Science', null],
    ]);
  });

  test('work with the column of the reference, which then identifies the record', async () => {
    const mapping = { From: { field: 'source', by: 'key' }, Title: 'source.title' };

    const { json } = await send('code,From,Title\nA,S-1,Cans\nB,S-1,\n', mapping);

    expect(json).toMatchObject({ created: 2, referencesCreated: { sources: 1 } });
    expect(await list('sources', 'title')).toMatchObject([{ sourceId: 'S-1', title: 'Cans' }]);
  });

  test('are written by their mapping', async () => {
    const mapping = {
      ...byKey,
      Price: { field: 'source.price', decimal: ',' },
      Day: { field: 'source.publishedOn', date: 'DD.MM.YYYY' },
      Words: { field: 'source.keywords', split: ';' },
      '{Odd}': { field: 'source.year', without: 'AD' },
    };
    const { Year: _, ...columns } = mapping;

    const { json } = await send(
      'code,Source,Title,Price,Day,Words,{Odd}\nA,S-1,Cans,"1.234,5",3.4.2021,a;b,2020 AD\n',
      columns,
    );

    expect(json).toMatchObject({ created: 1, failed: 0 });
    expect(await list('sources', 'title')).toMatchObject([
      { price: '1234.50', publishedOn: '2021-04-03', keywords: ['a', 'b'], year: 2020 },
    ]);
  });

  test('set no reference if they are empty, and clear an existing one', async () => {
    await send('code,Source,Title,Year\nA,S-1,Cans,2020\n', byKey);

    const { json } = await send('code,Source,Title,Year\nA,,,\nB,,,\n', byKey);

    expect(json).toMatchObject({ created: 1, updated: 1, failed: 0 });
    expect(await linked('source', 'sources', ['title'])).toEqual([['A'], ['B']]);
  });

  test('are a problem of the row if they lack the name', async () => {
    const { json } = await send('code,Source,Title,Year\nA,,Cans,2020\n', byKey);

    expect(json).toMatchObject({ failed: 1, created: 0 });
    expect(json.problems).toMatchObject([
      { row: 1, path: 'source', column: 'Source', code: 'I079', params: { fields: 'source' } },
    ]);
  });

  test('are problems of the row if they are invalid or incomplete', async () => {
    const { json } = await send(
      'code,Source,Title,Year\nA,S-1,Cans,soon\nB,S-2,Toys,2020\n',
      byKey,
    );
    const missing = await send('code,Source,Year\nC,S-3,2020\n', {
      Source: 'journal.issn',
      Year: 'journal.city',
    });

    expect(json).toMatchObject({ created: 1, failed: 1 });
    expect(json.problems).toMatchObject([{ row: 1, path: 'source', code: 'I033' }]);
    expect(missing.json.problems).toMatchObject([{ path: 'journal', code: 'I032' }]);
  });

  test('can be combined with columns of child records', async () => {
    const csv = 'code,Source,Title,Year,samples.name\nA,S-1,Cans,2020,one\nA,,,,two\n';

    const { json } = await send(csv, byKey);

    expect(json).toMatchObject({ total: 3, created: 3, failed: 0 });
    expect(await linked('source', 'sources', ['title', 'year'])).toEqual([['A', 'Cans', 2020]]);
  });
});

describe('the mapping of such columns', () => {
  const problemsOf = async (mapping: Record<string, unknown>, parts?: Parts) => {
    const { status, json } = await send('code,X,Y\nA,x,y\n', mapping, parts);
    return [
      status,
      json.problems.map(({ path, code, params = {} }: any) => ({ path, code, params })),
    ];
  };

  test.each([
    ['source.year', 'sources', 'source, source.sourceId, source.title'],
    ['journal.city', 'journals', 'journal, journal.issn, journal.name'],
    ['person.last', 'people', 'person'],
  ])('needs one that identifies the record: %s', async (field, resource, fields) => {
    expect(await problemsOf({ X: field })).toEqual([
      400,
      [{ path: 'mapping.X', code: 'I079', params: expect.objectContaining({ resource, fields }) }],
    ]);
  });

  test.each([
    ['two for one field', { X: 'source.title', Y: 'source.title' }, 'mapping.Y', 'I012'],
    ['a field that is not there', { X: 'source.titel' }, 'mapping.X', 'I005'],
    ['a reference behind it', { X: 'source.journal' }, 'mapping.X', 'I005'],
    ['several records', { X: 'others.code' }, 'mapping.X', 'I005'],
    ['a field that the role may not read', { X: 'source.secret' }, 'mapping.X', 'I005'],
    [
      'a field that the role may not write',
      { X: 'source.title', Y: 'source.grade' },
      'mapping.Y',
      'I005',
    ],
    [
      'a way to name records in a column that does not',
      { X: 'source.title', Y: { field: 'source.year', create: true } },
      'mapping.Y',
      'I034',
    ],
    [
      'what it does to the value, as it is only for new records',
      { X: { field: 'source.title', write: 'fill' } },
      'mapping.X.write',
      'I078',
    ],
  ])('is refused for %s', async (_what, mapping, path, code) => {
    expect(await problemsOf(mapping)).toMatchObject([400, [{ path, code }]]);
  });

  test('needs the right to create records there', async () => {
    expect(await problemsOf({ X: 'source.title' }, { as: 'reader' })).toMatchObject([
      403,
      [{ path: 'mapping.X.create' }],
    ]);
  });
});

test('export columns with values of other records are ignored', async () => {
  await send('code,Source,Title,Year\nA,S-1,Cans,2020\n', byKey);
  const path =
    '/api/extractions/export?format=csv&_fields=code,source.year,source&_references=both';
  const { text } = await api.call('GET', path, { as: 'staff' });
  expect(text).toContain('source.year');

  const { json } = await send(text.replace('2020', '1999'), {});

  expect(json).toEqual(summary({ total: 1, unchanged: 1 }));
  expect(await list('sources', 'title')).toMatchObject([{ year: 2020 }]);
});
