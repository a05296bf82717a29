import { mkdir, readdir, readFile, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeZip } from '../../support/make-zip.ts';
import { openTemporaryFolder } from '../../support/temporary-folder.ts';
import { openWatchedFolder, request, until } from '../../support/watched-folder.ts';

const { api, root, folder, addRecipe, watch, lookOnce, stop, put, moved, ...world } =
  openWatchedFolder();
const { filesOf, titles, jobs, mails } = world;

test('a file is imported with the recipe of its folder, by its owner, and moved', async () => {
  const id = await addRecipe({}, 'staff');
  watch();
  await put('monday.csv', 'Werk,isbn\nEmma,1\nUlysses,2\n');

  await moved('done', 'monday.csv');

  expect(await titles()).toEqual(['Emma', 'Ulysses']);
  expect(await jobs()).toMatchObject([
    {
      state: 'done',
      createdBy: api().userId('staff'),
      file: { name: 'monday.csv' },
      request: { ...request, recipe: id, dryRun: false },
    },
  ]);
  const { json } = await api().call('GET', '/api/admin/audit?action=imported', { as: 'admin' });
  expect(json.data[0]).toMatchObject({
    actor: { _id: api().userId('staff') },
    resource: 'books',
    detail: { file: 'monday.csv', created: 2 },
  });
  expect(await mails()).toEqual([]);
});

test('a file with a problem is set aside, and its owner gets a mail', async () => {
  await addRecipe({ mapping: { ...request.mapping, Seiten: 'pages' } }, 'staff');
  watch();
  await put('odd.csv', 'Werk,isbn,Seiten\nEmma,1,many\nUlysses,2,3\n');
  await put('short.csv', 'Werk,isbn\nPersuasion,3\n');

  await moved('waiting', 'odd.csv');
  await moved('waiting', 'short.csv');

  expect(await titles()).toEqual([]);
  const found = await jobs();
  expect(found.map(({ state }) => state)).toEqual(['rehearsed', 'rehearsed']);
  expect(await filesOf('waiting')).toEqual([
    'odd.csv',
    'odd.csv.txt',
    'short.csv',
    'short.csv.txt',
  ]);
  expect(await readFile(join(folder(), 'waiting', 'short.csv.txt'), 'utf8')).toMatch(
    /I088: file does not have these columns of the recipe: Seiten/,
  );
  expect(await readFile(join(folder(), 'waiting', 'odd.csv.txt'), 'utf8')).toMatch(
    /Rows that failed: 1\. Rows with warnings: 0\.\nRow 1: V\d+: Seiten /,
  );
  const sent = (await mails()).toSorted((a, b) => (a.data.file < b.data.file ? -1 : 1));
  expect(sent).toMatchObject([
    {
      to: 'staff@example.org',
      data: { file: 'odd.csv', ending: 'waiting', counts: { failed: 1 } },
    },
    { data: { file: 'short.csv', missing: ['Seiten'] } },
  ]);
});

test('a ZIP with a file that no row names is set aside, and the text beside it names the file', async () => {
  await addRecipe();
  watch();
  await put('batch.zip', makeZip({ 'books.csv': 'Werk,isbn\nEmma,1\n', 'notes.txt': 'a note' }));

  await moved('waiting', 'batch.zip');

  expect(await titles()).toEqual([]);
  expect(await readFile(join(folder(), 'waiting', 'batch.zip.txt'), 'utf8')).toContain(
    'Files that no row names: 1: notes.txt',
  );
});

test('a file that lacks a column used by a step of its recipe is set aside', async () => {
  await addRecipe({ steps: [{ do: 'trim', column: 'Notiz' }] });
  watch();
  await put('short.csv', 'Werk,isbn\nPersuasion,3\n');

  await moved('waiting', 'short.csv');

  expect(await titles()).toEqual([]);
  expect(await mails()).toMatchObject([{ data: { file: 'short.csv', missing: ['Notiz'] } }]);
});

test('a file that is still being written, a link, a folder and a hidden file are ignored', async () => {
  await addRecipe();
  const outside = await openTemporaryFolder();
  await writeFile(join(outside, 'secret.csv'), 'Werk,isbn\nSecret,9\n');
  await symlink(join(outside, 'secret.csv'), join(folder(), 'link.csv'));
  await symlink(outside, join(root(), 'books', 'linked'));
  await mkdir(join(folder(), 'deep.csv'));
  await put('.hidden.csv', 'Werk,isbn\nHidden,8\n');
  await put('sheet.csv.part', 'Werk,isbn\nPart,7\n');
  const look = lookOnce();
  let text = 'Werk,isbn\n';
  for (let row = 1; row <= 30; row++) {
    text += `Book ${String(row).padStart(2, '0')},${row}\n`;
    await put('growing.csv', text);
    await look();
  }
  expect(await jobs()).toEqual([]);
  watch();
  await moved('done', 'growing.csv');
  await put('upload.tmp', 'Werk,isbn\nRenamed,99\n');
  await rename(join(folder(), 'upload.tmp'), join(folder(), 'upload.csv'));
  await moved('done', 'upload.csv');

  expect(await titles()).toHaveLength(31);
  expect(await filesOf('.')).toEqual([
    '.hidden.csv',
    'deep.csv',
    'done',
    'link.csv',
    'sheet.csv.part',
  ]);
  expect(await readdir(outside)).toEqual(['secret.csv']);
});

test('a file is not imported twice after a crash before the move, or when it is added again', async () => {
  await addRecipe();
  // The file cannot be moved, and not through a link either.
  const outside = await openTemporaryFolder();
  await symlink(outside, join(folder(), 'done'));
  watch();
  const text = 'Werk,isbn\nEmma,1\n';
  await put('monday.csv', text);
  await until(async () => (await jobs())[0]?.state === 'done');
  const isEnded = `select from backoffice.folder_files where state = 'done' and not moved`;
  await until(() => api().database.some(isEnded));
  await stop();
  // As a crash before that was written down.
  await api().database.query(`update backoffice.folder_files set state = 'working'`);
  await unlink(join(folder(), 'done'));

  watch();
  await moved('done', 'monday.csv');
  await put('monday.csv', text);
  await moved('done', 'monday (2).csv');

  expect(await jobs()).toHaveLength(1);
  expect(await titles()).toEqual(['Emma']);
  expect(await readdir(outside)).toEqual([]);
});

test('two servers watch one folder, and each file is imported and mailed once', async () => {
  await addRecipe();
  for (let file = 1; file <= 8; file++)
    await put(`file ${file}.csv`, `Werk,isbn\nBook ${file},${file === 8 ? '1,1' : file}\n`);
  await put('odd.csv', 'Werk,isbn\n,20\n');
  watch();
  watch();

  await moved('waiting', 'odd.csv');
  await until(async () => (await filesOf('.')).every((name) => !name.endsWith('.csv')));

  expect(await titles()).toEqual([1, 2, 3, 4, 5, 6, 7].map((file) => `Book ${file}`));
  expect(await jobs()).toHaveLength(9);
  expect(
    (await mails()).map(({ data }) => data.file).toSorted((one, other) => (one < other ? -1 : 1)),
  ).toEqual(['file 8.csv', 'odd.csv']);
});

test('a file that was set aside is imported when it is added again', async () => {
  await addRecipe({ mode: 'update' });
  watch();
  const text = 'Werk,isbn\nEmma,1\n';
  await put('monday.csv', text);
  await moved('waiting', 'monday.csv');
  await api().call('POST', '/api/books', { as: 'admin', body: { title: 'First', isbn: '1' } });

  await put('monday.csv', text);

  await moved('done', 'monday.csv');
  expect(await titles()).toEqual(['Emma']);
});
