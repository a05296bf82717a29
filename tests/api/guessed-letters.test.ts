import { describe, expect, test } from 'vitest';
import { encodeText } from '../support/encode-text.ts';
import { sendImport } from '../support/exchange.ts';
import { openWatchedFolder } from '../support/watched-folder.ts';

const shop = openWatchedFolder();

/** In windows-1250 it would be `crčme`: one word is too little to be sure. */
const guessed = encodeText('title;isbn;remark\ncrème;1;\nEmma;2;crème\n', 'windows-1252');

const send = (file: Uint8Array<ArrayBuffer>, parts: Record<string, unknown>) =>
  sendImport(shop.api(), '/api/books', file, {
    name: 'books.csv',
    parts: Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name,
        typeof part === 'string' ? part : JSON.stringify(part),
      ]),
    ),
  });

describe('a file with a guessed encoding', () => {
  test('gets a warning for each affected row, until its encoding is chosen', async () => {
    const { json } = await send(guessed, { mapping: { remark: null } });
    const chosen = await send(guessed, {
      mapping: { remark: null },
      mode: 'upsert',
      key: 'isbn',
      encoding: 'windows-1252',
    });

    expect(json).toMatchObject({ created: 2, warnings: 1 });
    expect(json.warned).toMatchObject([{ row: 1, code: 'I099', column: 'title', value: 'crème' }]);
    expect(chosen.json).toMatchObject({ failed: 0, warnings: 0 });
    expect(await shop.titles()).toEqual(['crème', 'Emma']);
  });

  test('stays a guess when its detected layout is sent back', async () => {
    const layout = { encoding: 'windows-1252', isGuessed: 'true' };
    const { json } = await send(guessed, { mapping: { remark: null }, ...layout, dryRun: 'true' });

    expect(json).toMatchObject({ warnings: 1 });
  });

  test('creates no referenced records', async () => {
    const mapping = { isbn: null, remark: { field: 'author', by: 'title', create: true } };

    const { json } = await send(guessed, { mapping });
    const chosen = await send(guessed, { mapping, encoding: 'windows-1252' });

    expect(json.problems).toMatchObject([{ row: 2, code: 'I098', column: 'remark' }]);
    expect(chosen.json).toMatchObject({ failed: 0 });
  });

  test('is set aside in the import folder', async () => {
    await shop.addRecipe({ layout: { delimiter: ';' } });
    await shop.put('shop.csv', encodeText('Werk;isbn\ncrème;1\n', 'windows-1252'));
    shop.watch();

    await shop.moved('waiting', 'shop.csv');

    expect(await shop.titles()).toEqual([]);
  });

  test('is imported from the import folder if its characters make it certain', async () => {
    await shop.addRecipe();
    const text = 'Werk,isbn\nFormaldehyde 5 µg/kg,1\nIrganox® test,2\n';
    await shop.put('shop.csv', encodeText(text, 'windows-1252'));
    shop.watch();

    await shop.moved('done', 'shop.csv');

    expect(await shop.titles()).toEqual(['Formaldehyde 5 µg/kg', 'Irganox® test']);
  });
});

test('a text in UTF-8 with one invalid byte is refused with the line', async () => {
  const text = encodeText('title\nGröße\nÄrger\n', 'utf-8');

  const { status, json } = await send(Uint8Array.of(...text, 0xff, 0x0a), {});

  expect(status).toBe(422);
  expect(json.problems ?? json).toMatchObject([{ code: 'I097', params: { line: 4, byte: 'FF' } }]);
});
