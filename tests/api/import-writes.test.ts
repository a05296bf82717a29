import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openEmma, toWrite } from '../support/emma.ts';
import { summary, sendImport } from '../support/exchange.ts';

const books = await openEmma();

afterAll(() => books.library.close());

beforeEach(() => books.clear());

describe('a cell that fills gaps', () => {
  test.each([
    ['text', 'blurb', 'old', 'new'],
    ['number', 'pages', 5, 6],
    ['list', 'tags', ['a'], ['z']],
    ['boolean', 'inPrint', false, true],
    ['object', 'shelf', { room: 'A', row: null }, { room: 'B', row: 1 }],
    ['reference', 'author', 'ja', 'Nobody At All'],
    ['list of references', 'editors', ['ja'], ['Frank Herbert']],
  ])('keeps existing values: %s', async (_what, field, old, written) => {
    await books.make({ [field]: old });

    const { json } = await books.send([{ isbn: '1', [field]: written }], toWrite(field, 'fill'));

    expect(json).toEqual(summary({ total: 1, unchanged: 1 }));
    expect((await books.book())[field]).toEqual(old);
  });

  test.each([
    ['text', 'blurb', null, 'new', 'new'],
    ['list', 'tags', [], ['z'], ['z']],
    ['boolean', 'inPrint', null, false, false],
    ['reference', 'author', null, 'Jane Austen', 'ja'],
    ['list of references', 'editors', [], ['Frank Herbert'], ['fh']],
  ])('is written into an empty field: %s', async (_what, field, old, written, stored) => {
    await books.make({ [field]: old });

    const { json } = await books.send([{ isbn: '1', [field]: written }], toWrite(field, 'fill'));

    expect(json).toEqual(summary({ total: 1, updated: 1 }));
    expect((await books.book())[field]).toEqual(stored);
  });

  test('creates no record for a reference that already has a value', async () => {
    await books.make({ author: 'ja' });
    const author = { field: 'author', write: 'fill', create: true };

    const { json } = await books.send([{ isbn: '1', author: 'Somebody New' }], { author });
    const other = await books.send([{ isbn: '2', title: 'Dune', author: 'Somebody New' }], {
      author,
    });

    expect(json).toEqual(summary({ total: 1, unchanged: 1 }));
    expect(other.json).toMatchObject({ created: 1, referencesCreated: { authors: 1 } });
  });

  test('needs the right only for a field that it fills', async () => {
    await books.make({ stock: 3 });
    const rows = [{ isbn: '1', stock: 4 }];

    const { json } = await books.send(rows, toWrite('stock', 'fill'), { as: 'staff' });
    await books.make({ stock: null });
    const other = await books.send(rows, toWrite('stock', 'fill'), { as: 'staff' });

    expect(json).toMatchObject({ unchanged: 1, failed: 0 });
    expect(other.json.problems).toMatchObject([{ path: 'stock', code: 'A008' }]);
  });

  test('writes a new record as if it replaced', async () => {
    await books.send([{ isbn: '1', title: 'Emma', blurb: 'new' }], toWrite('blurb', 'fill'));

    expect(await books.book()).toMatchObject({ blurb: 'new' });
  });

  test('does not overwrite a value from an earlier row of the file', async () => {
    await books.make({ blurb: null });
    const rows = [
      { isbn: '1', blurb: 'first' },
      { isbn: '1', blurb: 'second' },
    ];

    const dry = await books.send(rows, toWrite('blurb', 'fill'), { dryRun: 'true' });
    const { json } = await books.send(rows, toWrite('blurb', 'fill'));

    expect(json).toMatchObject({ updated: 1, unchanged: 1 });
    expect(dry.json).toEqual(json);
    expect(await books.book()).toMatchObject({ blurb: 'first' });
  });
});

describe('a cell that replaces, and empty cells', () => {
  test('clear the field or leave it unchanged', async () => {
    await books.make({ blurb: 'old' });

    await books.send('isbn,blurb,tags\n1,,\n', { tags: { field: 'tags', blank: 'leave' } });

    expect(await books.book()).toMatchObject({ blurb: null, tags: ['b', 'a'] });
    await books.send([{ isbn: '1', tags: ['z'] }], toWrite('tags', 'replace'));
    expect(await books.book()).toMatchObject({ tags: ['z'] });
  });

  test('leave a required field unchanged if they only fill gaps', async () => {
    await books.make();

    const { json } = await books.send('isbn,title\n1,\n2,\n', toWrite('title', 'fill'));

    expect(json).toMatchObject({ unchanged: 1, failed: 1 });
    expect(json.problems).toMatchObject([{ row: 2, path: 'title', code: 'V001' }]);
  });
});

describe('a mapping', () => {
  test.each([
    ['add', 'title', 'replace, fill'],
    ['remove', 'author', 'replace, fill'],
    ['fill', '_id', 'replace'],
  ])('cannot %s to %s, and names the possible ways', async (write, field, expected) => {
    const { status, json } = await books.send([{ X: 'x' }], { X: { field, write } });

    expect([status, json.problems]).toMatchObject([
      400,
      [{ path: 'mapping.X.write', code: 'I078', params: { value: write, field, expected } }],
    ]);
  });

  test('refuses an unknown write mode', async () => {
    const { status, json } = await books.send([{ X: 'x' }], {
      X: { field: 'tags', write: 'merge' },
    });

    expect([status, json.problems]).toMatchObject([
      400,
      [{ path: 'mapping.X.write', code: 'I005' }],
    ]);
  });
});

describe('a cell that adds', () => {
  test.each([
    ['tags', ['c', 'a'], ['b', 'a', 'c']],
    ['moods', ['light', 'odd'], ['odd', 'light']],
    ['editors', ['Ursula Le Guin', 'ja'], ['ja', 'fh', 'ul']],
  ])('keeps the order of the record, without duplicates: %s', async (field, written, stored) => {
    await books.make({ moods: ['odd'] });
    const rows = [{ isbn: '1', [field]: written }];

    const { json } = await books.send(rows, toWrite(field, 'add'));
    const again = await books.send(rows, toWrite(field, 'add'));

    expect(json).toEqual(summary({ total: 1, updated: 1 }));
    expect((await books.book())[field]).toEqual(stored);
    expect(again.json).toEqual(summary({ total: 1, unchanged: 1 }));
  });

  test('adds nothing if it is empty, whatever the mode of empty cells', async () => {
    await books.make();
    const tags = { field: 'tags', write: 'add', blank: 'clear', split: ',' };

    const { json } = await books.send('isbn,tags\n1,\n1," "\n', { tags });

    expect(json).toMatchObject({ unchanged: 2, failed: 0 });
    expect(await books.book()).toMatchObject({ tags: ['b', 'a'] });
  });

  test('accumulates over the rows of a file, also in a dry run', async () => {
    await books.make();
    const rows = [
      { isbn: '1', tags: ['c'] },
      { isbn: '1', tags: ['d'] },
      { isbn: '2', title: 'Dune', tags: ['x'] },
      { isbn: '2', tags: ['y'] },
    ];

    const dry = await books.send(rows, toWrite('tags', 'add'), { dryRun: 'true' });
    const { json } = await books.send(rows, toWrite('tags', 'add'));

    expect(json).toMatchObject({ created: 1, updated: 3, failed: 0 });
    expect(dry.json).toEqual(json);
    expect(await books.book()).toMatchObject({ tags: ['b', 'a', 'c', 'd'] });
    expect(await books.book('2')).toMatchObject({ tags: ['x', 'y'] });
  });

  test('is checked as the resulting list', async () => {
    const most = Array.from({ length: 1_000 }, (_, at) => `t${at}`);
    await books.make({ tags: most });

    const { json } = await books.send([{ isbn: '1', tags: ['one more'] }], toWrite('tags', 'add'));

    expect(json.problems).toMatchObject([{ row: 1, path: 'tags', column: 'tags', code: 'V016' }]);
    expect((await books.book()).tags).toHaveLength(1_000);
  });

  test('needs the version that the file is based on', async () => {
    await books.make();
    const add = (tags: string[]) =>
      books.send([{ isbn: '1', _version: 7, tags }], toWrite('tags', 'add'));

    expect((await add(['a'])).json).toMatchObject({ unchanged: 1 });
    expect((await add(['c'])).json.problems).toMatchObject([{ code: 'S003' }]);
  });

  test('refers to a record that a later row creates', async () => {
    await sendImport(books.library, '/api/authors', [{ name: 'A', mentor: null }]);
    await books.make();
    const editors = { field: 'editors', write: 'add', create: true };

    const { json } = await books.send([{ isbn: '1', editors: ['A', 'New One'] }], { editors });

    expect(json).toMatchObject({ updated: 1, referencesCreated: { authors: 1 } });
    expect((await books.book()).editors).toHaveLength(4);
  });
});

describe('a cell that removes', () => {
  test.each([
    ['tags', ['b', 'x'], ['a']],
    ['editors', ['Frank Herbert', 'ul'], ['ja']],
  ])('removes existing members, and ignores others: %s', async (field, written, stored) => {
    await books.make();
    const rows = [{ isbn: '1', [field]: written }];

    const { json } = await books.send(rows, toWrite(field, 'remove'));
    const again = await books.send(rows, toWrite(field, 'remove'));

    expect(json).toEqual(summary({ total: 1, updated: 1 }));
    expect((await books.book())[field]).toEqual(stored);
    expect(again.json).toEqual(summary({ total: 1, unchanged: 1 }));
  });

  test('leaves a new record empty, and creates no record to remove', async () => {
    const columns = {
      ...toWrite('tags', 'remove'),
      editors: { field: 'editors', write: 'remove', create: true },
    };

    const { json } = await books.send(
      [{ isbn: '1', title: 'Emma', tags: ['a'], editors: ['ja'] }],
      columns,
    );
    const other = await books.send([{ isbn: '1', editors: ['Somebody New'] }], columns);

    expect(json).toEqual(summary({ total: 1, created: 1 }));
    expect(await books.book()).toMatchObject({ tags: [], editors: [] });
    expect(other.json.problems).toMatchObject([{ path: 'editors.0', code: 'V014' }]);
  });
});
