import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jobsOf } from '../../support/jobs.ts';
import { openWatchedFolder, until } from '../../support/watched-folder.ts';

const { api, folder, addRecipe, watch, stop, put, moved, titles, jobs } = openWatchedFolder();

const reasonOf = async (name: string): Promise<string> => {
  await moved('refused', name);
  return readFile(join(folder(), 'refused', `${name}.txt`), 'utf8');
};

test('is refused with the reason: without a recipe, by a person without the right, by its form, by the scanner', async () => {
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

test('a person who loses the right during the work imports nothing', async () => {
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
