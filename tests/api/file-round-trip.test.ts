import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { summary } from '../support/exchange.ts';
import { openShelves } from '../support/shelves.ts';

const shelves = await openShelves();
afterAll(() => shelves.library.close());
beforeEach(() => shelves.clear());

const upsert = { mode: 'upsert', key: '_id' };

describe('an export that is imported unchanged', () => {
  test.each([
    ['json', {}],
    ['ndjson', {}],
    ['csv', {}],
    ['csv&_delimiter=;&_bom=true', {}],
    ['csv&_decimal=,', { mapping: '{"price":{"field":"price","decimal":","}}' }],
    ['csv&_references=_id', {}],
    ['csv&_references=title', {}],
    ['csv&_references=both', {}],
    ['ndjson&_references=both', {}],
    ['xlsx&_references=both', {}],
    ['tsv', {}],
    ['xlsx', {}],
  ])('changes nothing: %s', async (query, parts) => {
    const before = await shelves.fill();
    const format = query.split('&')[0]!;

    const { bytes } = await shelves.exported(`format=${query}`);
    const { json } = await shelves.books(bytes, {
      name: `books.${format}`,
      parts: { ...upsert, ...parts },
    });

    expect(json).toEqual(summary({ total: before.length, unchanged: before.length }));
    expect(await shelves.all()).toEqual(before);
  });

  test.each(['csv', 'tsv', 'xlsx', 'ndjson'])('restores what was deleted: %s', async (format) => {
    const before = await shelves.fill();
    const { bytes } = await shelves.exported(`format=${format}`);
    await shelves.library.database.query('truncate books cascade');

    const { json } = await shelves.books(bytes, {
      name: `books.${format}`,
      parts: { mode: 'create' },
    });

    expect(json).toEqual(summary({ total: before.length, created: before.length }));
    // A version is behind that of the removal.
    const { _version: _0, createdAt: _1, updatedAt: _2, ...first } = before[0];
    expect((await shelves.all())[0]).toMatchObject(first);
  });
});

describe('a CSV', () => {
  test.each([
    ['.', '-0.05'],
    [',', '-0,05'],
  ])('has numbers with the decimal sign %s on request', async (sign, price) => {
    await shelves.fill();

    const { text } = await shelves.exported(
      `format=csv&_delimiter=;&_decimal=${sign}&_fields=price`,
    );

    expect(text).toContain(`\r\nb05;1;${price}\r\n`);
  });

  test('has the titles of references beside their keys on request', async () => {
    await shelves.fill();

    const { text } = await shelves.exported(
      'format=csv&_fields=author,editors&_references=both&title=5',
    );

    const [head, row] = text.split('\r\n');
    expect(head).toBe('_id,_version,author,author._title,editors,editors._title');
    expect(row?.split(`=Austen`)).toHaveLength(5);
  });

  test('is named after its collection, states the number of records, and has a header row', async () => {
    await shelves.fill();

    const { headers, text } = await shelves.exported(
      'format=csv&_fields=title,price,blurb&title=5',
    );

    expect(headers.get('Content-Disposition')).toBe('attachment; filename="books-export.csv"');
    expect(headers.get('Content-Type')).toContain('text/csv');
    expect(headers.get('X-Total-Count')).toBe('1');
    expect(text).toBe(
      `_id,_version,title,price,blurb\r\nb05,1,5,-0.05,''=twice\r\n`.replace("''=", "'''="),
    );
  });

  test('has the columns in the requested order, and a header row even without records', async () => {
    const { text } = await shelves.exported('format=csv&_fields=price,title');

    expect(text).toBe('_id,_version,price,title\r\n');
  });

  test('runs no formulas in spreadsheets: such cells are quoted, and numbers are not', async () => {
    await shelves.fill();

    const { text } = await shelves.exported('format=csv&_fields=blurb,price,author&_sort=_id');

    const cells = text.split('\r\n').slice(1, 5);
    expect(cells[0]).toBe(`b00,1,'=1+1,0,"'=Austen, ""Jane"""`);
    expect(cells[2]).toBe(`b02,1,'-5,-0.02,"'=Austen, ""Jane"""`);
  });

  test('is refused with unknown options', async () => {
    for (const query of ['_delimiter=x', '_decimal=x', '_bom=x']) {
      const { headers } = await shelves.exported(`format=csv&${query}`);
      expect(headers.get('Content-Type')).toContain('problem');
    }
  });
});
