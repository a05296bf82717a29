import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeUnused } from '../../../src/store/system/files/remove-unused.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { finishFileWork } from '../../support/file-work.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';

let api: TestApi;
const ids: Record<string, string> = {};
const files: Record<string, string> = {};

async function add(title: string, pages: readonly string[], more: object = {}): Promise<void> {
  const { json: file } = await upload(api, makePdf(pages), { as: 'admin', name: `${title}.pdf` });
  const body = { title, document: file.id, ...more };
  const { json, text } = await api.call('POST', '/api/studies', { as: 'admin', body });
  if (!json?._id) throw new Error(text);
  ids[title] = json._id;
  files[title] = file.id;
}

beforeAll(async () => {
  const descriptor = studiesDescriptor();
  api = await openTestApi({ descriptor: () => descriptor });
  const bytes = Buffer.from(`${'filler '.repeat(5000)}\nThe secret recipe`);
  const asked = { as: 'admin', name: 'paper.txt', field: 'studies.papers' };
  const { json: paper } = await upload(api, bytes, asked);
  await add('plastics', ['Nothing here', 'Some food', 'Bisphenol A migrates into food'], {
    papers: [paper.id],
  });
  await add('cans', ['Coatings with bisphenols', 'Food in cans'], { owner: 'viewer' });
  await add('water', ['Water only'], { owner: 'viewer' });
  await finishFileWork(api);
});
afterAll(() => api.close());

async function search(q: string, as = 'admin', limit = 5) {
  const query = new URLSearchParams({ q, limit: String(limit) });
  const { json } = await api.call('GET', `/api/search?${query}`, { as });
  return json.documents;
}
const titles = async (q: string, as?: string): Promise<string[]> =>
  (await search(q, as)).data.map(({ title }: { title: string }) => title);

describe('a global search', () => {
  test('finds files by their text, best matches first, each with its best page', async () => {
    const { data, more, timedOut } = await search('food bisphenol');

    expect([more, timedOut]).toEqual([false, false]);
    expect(data).toMatchObject([
      {
        resource: 'studies',
        _id: ids['plastics'],
        title: 'plastics',
        field: 'document',
        file: { id: files['plastics'], name: 'plastics.pdf', type: 'application/pdf' },
        page: 3,
        snippet: 'Bisphenol A migrates into food',
        marks: [
          { start: 0, end: 9 },
          { start: 26, end: 30 },
        ],
      },
      { title: 'cans', page: 1 },
    ]);
  });

  test('reports further matches, and finds nothing for an empty search', async () => {
    expect(await search('food', 'admin', 1)).toMatchObject({ data: [{}], more: true });
    expect(await search('-food')).toEqual({ data: [], more: false, timedOut: false });
    expect(await search('- "')).toEqual({ data: [], more: false, timedOut: false });
  });

  test('shows nothing of records and fields that the caller cannot read', async () => {
    expect(await titles('food', 'viewer')).toEqual(['cans']);
    expect(await titles('bisphenol', 'guest')).toEqual([]);
    expect(await titles('secret recipe')).toEqual(['plastics']);
    expect(await titles('secret recipe', 'staff')).toEqual([]);
    // The record matches by its document, and its papers would too.
    const { data } = await search('food', 'staff');
    expect(data.map(({ field }: { field: string }) => field)).toEqual(['document', 'document']);
  });

  test('shows an excerpt of a long page, with the match', async () => {
    const { data } = await search('"secret recipe"');
    const [{ snippet, marks, page }] = data;

    expect([page, snippet.length < 200, snippet.startsWith('…')]).toEqual([1, true, true]);
    expect(marks.map(({ start, end }: any) => snippet.slice(start, end))).toEqual([
      'secret recipe',
    ]);
  });

  test('shows only files with the words, and no removed ones', async () => {
    await add('changed', ['oldtext'], {});
    const { json: next } = await upload(api, makePdf(['newtext']), { as: 'admin' });
    await api.call('PATCH', `/api/studies/${ids['changed']}`, {
      as: 'admin',
      body: { document: next.id },
      headers: { 'If-Match': '*' },
    });
    await finishFileWork(api);
    await removeUnused(api.database, api.services.blobs, api.descriptor);

    expect([await titles('oldtext'), await titles('newtext')]).toEqual([[], ['changed']]);
  });

  test('reports if the files took too long', async () => {
    const inTime: TestApi['store']['inTime'] = (limit, run) =>
      api.store.inTime(limit, (store, sql) =>
        run({ ...store, findAny: async () => (await sql.query('select pg_sleep(1)'), []) }, sql),
      );
    const store = { ...api.store, inTime, restrictedTo: () => store, for: () => store };
    const slow = await api.openReplica({ store });

    const { status, json } = await slow.call('GET', '/api/search?q=food', { as: 'staff' });

    expect(status).toBe(200);
    expect(json.documents).toEqual({ data: [], more: false, timedOut: true });
    await slow.close();
  });
});

describe('a search in one file', () => {
  const pages = (title: string, query: string, as = 'admin', file = files[title]) =>
    api.call('GET', `/api/studies/${ids[title]}/files/${file}/pages?${query}`, { as });

  test('finds the pages with any of the words', async () => {
    const { json } = await pages('plastics', 'q=food');
    expect(json).toEqual({
      data: [
        { page: 2, snippet: 'Some food', marks: [{ start: 5, end: 9 }] },
        { page: 3, snippet: 'Bisphenol A migrates into food', marks: [{ start: 26, end: 30 }] },
      ],
      next: null,
      isRead: true,
    });
    expect((await pages('plastics', 'q=bisphenol%20some')).json.data).toHaveLength(2);
    expect((await pages('plastics', 'q=food&_after=2')).json.data).toHaveLength(1);
  });

  test('continues after a hundred pages', async () => {
    await add(
      'long',
      Array.from({ length: 130 }, (_, at) => `page ${at} word`),
    );
    expect((await pages('long', 'q=word')).json).toEqual({ data: [], next: null, isRead: false });
    await finishFileWork(api);

    const first = (await pages('long', 'q=word')).json;
    expect([first.data.length, first.next]).toEqual([100, '100']);
    const rest = (await pages('long', `q=word&_after=${first.next}`)).json;
    expect([rest.data.length, rest.data[0].page, rest.next]).toEqual([30, 101, null]);
  });

  test.each([
    ['of a record one may not see', 'plastics', 'q=food', 'viewer', undefined, [404, 'S001']],
    ['by somebody without rights', 'plastics', 'q=food', 'guest', undefined, [403, 'A006']],
    ['of another record', 'plastics', 'q=food', 'admin', 'cans', [404, 'S001']],
    ['without words', 'plastics', '', 'admin', undefined, [400, 'Q004']],
    ['for nothing', 'plastics', 'q=-food', 'admin', undefined, [400, 'Q004']],
    ['after what is no page', 'plastics', 'q=food&_after=x', 'admin', undefined, [400, 'Q008']],
    ['with more than it takes', 'plastics', 'q=food&page=1', 'admin', undefined, [400, 'Q001']],
  ])('%s is refused', async (_, title, query, as, other, expected) => {
    const { status, json } = await pages(title, query, as, files[other ?? title]);
    expect([status, json.code]).toEqual(expected);
  });

  test('finds no file in a hidden field', async () => {
    const { json } = await api.call('GET', `/api/studies/${ids['plastics']}`, { as: 'admin' });
    const [paper] = json.papers;
    expect((await pages('plastics', 'q=secret', 'admin', paper.id)).json.data).toHaveLength(1);
    expect((await pages('plastics', 'q=secret', 'staff', paper.id)).status).toBe(404);
  });
});
