import { afterAll, describe, expect, test } from 'vitest';
import { resolvePart } from '../../support/resolve-part.ts';
import { openTestApi } from '../../support/api.ts';
import { finishFileWork } from '../../support/file-work.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';

const add = async (title: string, pages: readonly string[], more: object = {}): Promise<string> => {
  const { json: file } = await upload(api, makePdf(pages), { as: 'admin' });
  const body = { title, document: file.id, ...more };
  const { json, text } = await api.call('POST', '/api/studies', { as: 'admin', body });
  if (!json?._id) throw new Error(text);
  return json._id;
};
const paper = async (text: string, name = 'paper.txt'): Promise<string> => {
  const asked = { as: 'admin', name, field: 'studies.papers' };
  return (await upload(api, Buffer.from(text), asked)).json.id;
};

const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
const papers = [await paper('A secret recipe'), await paper('Über die Öfen: 2,4-D, PVC/PET 3.5 %')];
await add('plastics', ['Bisphenol A migrates', 'into food contact materials'], { papers });
await add('cans', ['Coatings with BPA', 'Food in cans, contact with bisphenols'], {
  owner: 'viewer',
});
await add('water', ['Water and non-ionic detergents'], { owner: 'viewer' });
await api.call('POST', '/api/studies', { as: 'admin', body: { title: 'empty' } });
await finishFileWork(api);
afterAll(() => api.close());

async function find(query: string, as = 'admin'): Promise<string> {
  const { json } = await api.call('GET', `/api/studies?_sort=title&${query}`, { as });
  return json.data?.map(({ title }: { title: string }) => title).join(' ') ?? json.problems[0].code;
}
const search = (text: string, as?: string, field = 'document') =>
  find(`${field}_search=${encodeURIComponent(text)}`, as);

describe('a filter by the text of files', () => {
  test.each([
    ['bisphenol', 'cans plastics'],
    ['BISPHENOLS', 'cans'],
    ['"bisphenol"', 'plastics'],
    ['bisphenol migrates food', 'plastics'],
    ['"food contact"', 'plastics'],
    ['contact food', 'cans plastics'],
    ['food -bpa', 'plastics'],
    ['water or BPA', 'cans water'],
    ['water oder bpa -cans', 'water'],
    ['non-ionic', 'water'],
    ['nonionic', ''],
    ['ion', 'water'],
    ['io', ''],
    ['"migrates into"', ''],
    ['"unfinished water', ''],
    ['nothing', ''],
  ])('finds %s', async (text, expected) => {
    expect(await search(text)).toBe(expected);
  });

  test.each([
    ['öfen', 'plastics'],
    ['OFEN', 'plastics'],
    ['2,4-d', 'plastics'],
    ['pet', 'plastics'],
    ['"pvc pet"', 'plastics'],
    ['3.5', 'plastics'],
    ['secret ofen', ''],
    ['secret', 'plastics'],
  ])('finds %s in one file of several', async (text, expected) => {
    expect(await search(text, 'admin', 'papers')).toBe(expected);
  });

  test.each([
    '',
    '   ',
    '-',
    '-water',
    'water or',
    'a or -b',
    '"',
    'a '.repeat(21),
    'x'.repeat(501),
  ])('refuses %j, which contains nothing to find', async (text) => {
    const answer = await api.call(
      'GET',
      `/api/studies?document_search=${encodeURIComponent(text)}`,
      { as: 'admin' },
    );
    expect(answer.json.problems).toMatchObject([
      { code: 'Q004', path: 'document_search', params: { expected: 'searchWords' } },
    ]);
  });

  test('is part of other filters, counts, exports and figures', async () => {
    const where = (filter: object) => `where=${encodeURIComponent(JSON.stringify(filter))}`;
    expect(await find(where({ not: { document_search: 'food' } }))).toBe('empty water');
    expect(await find(where({ or: [{ document_search: 'water' }, { title: 'empty' }] }))).toBe(
      'empty water',
    );
    const path = '/api/studies/export?format=csv&document_search=water';
    const { text } = await api.call('GET', path, { as: 'staff' });
    expect(text.trim().split('\n')).toHaveLength(2);
    const groups = await api.call('GET', '/api/studies/facets?fields=owner&document_search=food', {
      as: 'admin',
    });
    expect(groups.json.data.owner).toMatchObject({
      empty: 1,
      values: [{ value: 'viewer', count: 1 }],
    });
  });

  test('counts again after a text was extracted', async () => {
    const total = async () =>
      (await api.call('GET', '/api/studies?document_search=late&_perPage=1', { as: 'admin' })).json
        .total;
    await add('late 1', ['late']);
    await add('late 2', ['late too']);
    await finishFileWork(api);
    await add('late 3', ['late as well']);
    expect(await total()).toBe(2);
    await finishFileWork(api);
    expect(await total()).toBe(3);
    await api.call('DELETE', `/api/studies?title_starts=late`, { as: 'admin' });
  });

  test('is in the OpenAPI document for fields with text', async () => {
    const { json } = await api.call('GET', '/api/openapi.json', { as: 'admin' });
    const all = json.paths['/api/studies'].get.parameters.map(({ $ref = '' }) => $ref);
    const $ref = all.find((each: string) => each.includes('/filters'));
    const { schema } = resolvePart(json, { $ref });
    const patterns = Object.keys(schema.patternProperties).map((each) => new RegExp(each));
    const fields = ['document', 'papers', 'title'].filter((field) =>
      patterns.some((pattern) => pattern.test(`${field}_search`)),
    );
    expect(fields).toEqual(['document', 'papers']);
    expect(await search('water', 'admin', 'pictures')).toBe('Q003');
    expect(await search('water', 'admin', 'title')).toBe('Q003');
  });
});

describe('the text of a file', () => {
  test('does not find records that the caller cannot see', async () => {
    expect(await search('food', 'viewer')).toBe('cans');
    expect(await search('plastics migrates', 'viewer')).toBe('');
    expect(
      (await api.call('GET', '/api/studies?document_search=bisphenol', { as: 'viewer' })).json
        .total,
    ).toBe(1);
    expect(
      (await api.call('GET', '/api/studies?document_search=water', { as: 'guest' })).status,
    ).toBe(403);
  });

  test('of a hidden field does not exist', async () => {
    expect(await search('secret', 'staff', 'papers')).toBe('Q002');
    expect(await search('secret', 'staff', 'nothing')).toBe('Q002');
    expect(await search('secret', 'staff')).toBe('');
  });

  test('is not found after it was replaced, deleted or erased', async () => {
    const id = await add('changing', ['firstversion text']);
    await finishFileWork(api);
    expect(await search('firstversion')).toBe('changing');
    const { json: next } = await upload(api, makePdf(['secondversion text']), { as: 'admin' });
    const change = { as: 'admin', headers: { 'If-Match': '*' } };
    await api.call('PATCH', `/api/studies/${id}`, { ...change, body: { document: next.id } });
    await finishFileWork(api);
    expect([await search('firstversion'), await search('secondversion')]).toEqual(['', 'changing']);
    const asOf = new Date().toISOString();
    expect(await find(`document_search=firstversion&_asOf=${asOf}`)).toBe('Q022');

    await api.call('DELETE', `/api/studies/${id}`, change);
    expect(await search('secondversion')).toBe('');
    const erased = await api.call('POST', `/api/studies/${id}/erase`, {
      as: 'admin',
      body: { fields: ['document'] },
    });
    expect(erased.status).toBe(200);
    const left = await api.database.value<number>(
      `select count(*)::int from backoffice.blob_texts where text like '%version text'`,
    );
    expect(left).toBe(0);
  });
});
