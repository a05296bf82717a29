import { chmod, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openLibraryFolder } from '../../support/descriptor-files.ts';

const library = await openLibraryFolder();
const path = join(library.folder, 'resources.json');
afterAll(() => library.close());

const get = async (what = '/descriptor') =>
  (await library.call('GET', `/api/structure${what}`, { as: 'admin' })).json;
const post = (what: string, body: object) =>
  library.call('POST', `/api/structure/${what}`, { as: 'admin', body });

test('a missing file is a problem that people can see and repair', async () => {
  const { files } = await get();
  await rename(path, `${path}.away`);

  const checked = await post('check', { files: [files[0]] });
  const structure = await get('');
  const leading = await get();
  const applied = await library.apply({ files: leading.files, base: leading.hash });

  expect(checked.status).toBe(200);
  expect(structure.file).toMatchObject({ state: 'broken', problems: [{ code: 'D037' }] });
  expect(leading).toMatchObject({ source: 'database', applied: true, problems: [] });
  expect(applied.json).toMatchObject({ written: true });
  expect(await library.text()).toBe(leading.files[0].text);
});

test('a file that took a change over by hand counts', async () => {
  await chmod(path, 0o444);
  const changed = await library.change('"title": {', '"remark": { "type": "text" },\n "title": {');
  await library.apply(changed);
  const { source } = await get();
  await chmod(path, 0o644);
  for (const file of changed.files) await library.save(`// By hand.\n${file.text}`, file.path);

  const now = await get();

  expect([source, now.source, now.applied]).toEqual(['database', 'file', true]);
  expect(now.files[0].text).toContain('// By hand.');
});

test('texts are read once for a check, a plan and its application, until others follow', async () => {
  const { inspect } = library.descriptorFiles;
  const { files } = await get();
  const textsOf = (comment: string) =>
    files.map((each: { text: string }) => ({ ...each, text: `// ${comment}\n${each.text}` }));
  const [before, one, two] = ['Before.', 'One.', 'Two.'].map(textsOf);

  const first = await inspect(one);
  await inspect(before);
  const again = await inspect(one);
  await inspect(two);
  await inspect(before);
  const later = await inspect(one);

  expect([first, again].map((found) => 'descriptor' in found)).toEqual([true, true]);
  expect(again).toBe(first);
  expect(later).not.toBe(first);
});
