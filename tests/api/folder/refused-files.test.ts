import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jobsOf } from '../../support/jobs.ts';
import { openWatchedFolder, until } from '../../support/watched-folder.ts';

const { api, root, folder, addRecipe, watch, stop, put, moved, titles, jobs } = openWatchedFolder();

const reasonOf = async (name: string): Promise<string> => {
  await moved('refused', name);
  return readFile(join(folder(), 'refused', `${name}.txt`), 'utf8');
};

test('a file is refused with the reason: without a recipe, without the right, by format, by the scanner', async () => {
  await addRecipe();
  await api().database.query('update backoffice.recipes set watched = false');
  watch();
  await put('none.csv', 'Werk,isbn\n');
  expect(await reasonOf('none.csv')).toMatch(
    /^I087: .*no recipe takes files from the folder books/,
  );

  await api().database.query('update backoffice.recipes set watched = true');
  await put('picture.csv', '%PDF-1.7');
  expect(await reasonOf('picture.csv')).toMatch(/^I\d{3}: /);

  await api().database.query(
    `update users set status = 'disabled' where email = 'admin@example.org'`,
  );
  await put('late.csv', 'Werk,isbn\nEmma,1\n');
  expect(await reasonOf('late.csv')).toMatch(/^I035: /);
  await api().database.query(
    `update users set status = 'confirmed' where email = 'admin@example.org'`,
  );

  await stop();
  watch({ scan: async () => 'infected' });
  await put('virus.csv', 'Werk,isbn\nEmma,1\n');
  expect(await reasonOf('virus.csv')).toMatch(/^V068: /);
  expect(await jobs()).toEqual([]);
  expect(await titles()).toEqual([]);
});

test('a file is not imported if its owner loses the right meanwhile', async () => {
  await addRecipe({}, 'staff');
  watch();
  await put('monday.csv', 'Werk,isbn\nEmma,1\n');
  await until(async () => (await jobs()).length === 1);
  await stop();
  await jobsOf(api(), '/api/books').ended((await jobs())[0].id);
  const change = 'update users set role = $1 where email = $2';
  await api().database.query(change, ['viewer', 'staff@example.org']);

  watch();
  const reason = await reasonOf('monday.csv');
  await api().database.query(change, ['staff', 'staff@example.org']);

  expect(reason).toMatch(/^I036: /);
  expect(await titles()).toEqual([]);
});

test('a file of users is not imported, because nobody can prove who they are', async () => {
  const body = { name: 'People', request: { mode: 'update', key: 'email' } };
  const { json } = await api().call('POST', '/api/users/recipes', { as: 'admin', body });
  const watchIt = (id: string) =>
    api().call('PUT', `/api/recipes/${id}`, { as: 'admin', body: { watched: true } });

  expect((await watchIt(json.id)).json).toMatchObject({ code: 'A056' });

  await addRecipe();
  await api().database.query('update backoffice.recipes set watched = true');
  await mkdir(join(root(), 'users', 'People'), { recursive: true });
  const file = join(root(), 'users', 'People', 'roles.csv');
  await writeFile(file, 'email,role\nstaff@example.org,admin\n');
  watch();
  const reason = await until(() =>
    readFile(join(root(), 'users', 'People', 'refused', 'roles.csv.txt'), 'utf8').catch(() => ''),
  );

  expect(reason).toMatch(/^I087: /);
});

test('a folder needs a fresh proof of the admin who assigns a recipe to it', async () => {
  const id = await addRecipe();
  const set = (watched: boolean) =>
    api().call('PUT', `/api/recipes/${id}`, { as: 'admin', body: { watched } });
  await set(false);
  await api().database.query(
    `update backoffice.sessions set created_at = now() - interval '1 hour', proven_at = null`,
  );

  expect((await set(true)).json).toMatchObject({ code: 'A030' });
  await api().database.query('update backoffice.sessions set proven_at = now()');
  expect((await set(true)).status).toBe(200);
});
