import { readXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, test } from 'vitest';
import { CANARY } from '../../support/library.ts';
import { openPastLibrary, type PastLibrary } from '../../support/past-library.ts';

const library = await openPastLibrary();
const { three, changed } = library;
afterAll(() => library.close());

const asOf: PastLibrary['asOf'] = (...asked) => library.asOf(...asked);

describe('a file as of a moment', () => {
  const file = (format: string, more = '') =>
    asOf(`/api/books/export?format=${format}&_fields=title,author,editors${more}`, three);
  const titles = ['one', 'two', 'three', 'first'];

  test.each(['json', 'ndjson', 'csv', 'xlsx'])(
    'has the records and the name of the moment: %s',
    async (format) => {
      const { headers, status } = await file(format);

      expect(status).toBe(200);
      expect(headers.get('X-Total-Count')).toBe('4');
      const name = `books-export-${three.replaceAll(':', '')}.${format}`;
      expect(headers.get('Content-Disposition')).toContain(name);
    },
  );

  test.each([
    ['json', '{"_id":"b1","_version":1,"title":"one","author":"ada","editors":["bob","ada"]}'],
    ['ndjson', '{"_id":"b1","_version":1,"title":"one","author":"ada","editors":["bob","ada"]}\n'],
    ['csv', 'b1,1,one,ada,bob | ada\r\n'],
  ])('has old values in today’s format: %s', async (format, line) => {
    const { text } = await file(format);

    expect(text).toContain(line);
    for (const title of titles) expect(text).toContain(title);
  });

  test('has the _id of a reference to a deleted record', async () => {
    const body = { _id: 'eve', name: 'Eve' };
    await library.call('POST', '/api/authors', { as: 'admin', body });
    await library.call('POST', '/api/books', {
      as: 'admin',
      body: { _id: 'b5', title: 'five', author: 'eve', editors: ['eve', 'ada'] },
    });
    const at = await library.moment();
    await library.put('b5', { author: null, editors: [] });
    await library.call('DELETE', '/api/authors/eve', { as: 'admin', headers: { 'If-Match': '*' } });

    const { json } = await asOf('/api/books/export?_id=b5&_fields=author,editors', at);

    expect(json).toMatchObject([{ author: 'eve', editors: ['eve', 'ada'] }]);
    await library.call('DELETE', '/api/books/b5', { as: 'admin', headers: { 'If-Match': '*' } });
  });

  test('can be opened as a workbook', async () => {
    const request = new Request(
      `http://localhost/api/books/export?format=xlsx&_fields=title&_sort=_id&_asOf=${three}`,
      { headers: { Authorization: `Bearer ${await library.tokenOf('admin')}` } },
    );
    const answer = await library.api.fetch(request);
    const book = await readXlsx(new Uint8Array(await answer.arrayBuffer()));

    expect(book.sheets[0]!.rows.slice(1).map((row) => row[2])).toEqual(titles);
  });
});

describe('rights', () => {
  test.each(['/api/books/b1', '/api/books', '/api/books/export'])(
    '%s as of a moment needs the operation history',
    async (path) => {
      expect((await library.call('GET', path, { as: 'viewer' })).status).toBe(200);
      expect(await asOf(path, three, 'viewer')).toMatchObject({
        status: 403,
        json: { code: 'A006' },
      });
    },
  );

  test('a field that the role cannot read today is in no old record, filter or sorting', async () => {
    for (const path of [
      '/api/books/b1',
      '/api/books',
      '/api/books/export',
      '/api/books/export?format=csv',
    ]) {
      const { status, text } = await asOf(path, three, 'staff');
      expect(status).toBe(200);
      expect(text).toContain('one');
      expect(text).not.toContain('secret');
      expect(text).not.toContain(CANARY);
    }
    expect(await library.idsThen(three, `secret=${CANARY}`)).toEqual(['Q002 secret']);
  });

  test('a record is visible to users who can see it now, or as it last was, and as it was then', async () => {
    // b1 is hidden now, b3 was hidden then, b2 was in print until its deletion.
    expect(await library.idsThen(three, '', 'reader')).toEqual(['b2']);
    expect(await library.idsThen(changed, '', 'reader')).toEqual(['b3']);
    expect((await asOf('/api/books/b1', three, 'reader')).status).toBe(404);
    expect((await asOf('/api/books/b3', three, 'reader')).status).toBe(404);
    const { json, headers } = await asOf('/api/books/export', three, 'reader');
    expect(json.map(({ _id }: any) => _id)).toEqual(['b2']);
    expect(headers.get('X-Total-Count')).toBe('1');
    expect((await asOf('/api/books?_perPage=1', three, 'reader')).json.total).toBe(1);
  });
});
