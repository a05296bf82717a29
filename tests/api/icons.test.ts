import { afterAll, expect, test } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { findIcons, iconNames } from '../../src/api/http/answer/icon-set.ts';
import { exampleIcons } from '../../src/fields/text/icons.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { inspectDescriptor } from '../../src/hosts/read/read-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { librarySource } from '../support/library.ts';

const source = structuredClone(librarySource) as Record<string, any>;
source.app.groups = [{ key: 'food', label: 'Food', icon: 'ramen_dining' }];
source.resources.books.icon = 'flight_takeoff';
source.resources.secrets = {
  icon: 'key',
  fields: { name: { type: 'text' } },
  permissions: {},
};
const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

const findIcon = (name: string) => findIcons([name]).get(name);

test('every example, and two thousand more names, is a single path', () => {
  const paths = findIcons(exampleIcons);
  expect(exampleIcons.filter((name) => !/^[Mm][^"<>]+$/.test(paths.get(name) ?? ''))).toEqual([]);
  const suggested = iconNames();
  expect(suggested.length).toBeGreaterThan(2_000);
  expect(findIcons(suggested).size).toBe(suggested.length);
  expect(findIcon('star_outline')).not.toBe(findIcon('star'));
  expect(findIcon('description_outline')).not.toBe(findIcon('description'));
  expect(findIcon('star_half')).not.toMatch(/^m/);
  expect(findIcon('no_such_icon')).toBeUndefined();
  expect(findIcon('constructor')).toBeUndefined();
  expect(findIcon('star-outline')).toBeUndefined();
});

test('a browser gets only the icons that it shows', async () => {
  const iconsOf = async (as: string) => (await api.call('GET', '/api/config', { as })).json.icons;
  const [all, some] = [await iconsOf('admin'), await iconsOf('viewer')];

  expect(all).toMatchObject({
    flight_takeoff: findIcon('flight_takeoff'),
    ramen_dining: findIcon('ramen_dining'),
    key: findIcon('key'),
    list: findIcon('list'),
  });
  expect(Object.keys(all).length).toBeLessThan(25);
  expect(some).not.toHaveProperty('key');
});

test.each([
  ['"icon": "menu_bok"', 'did you mean menu_book?', 'resources.books.icon'],
  [
    '"actions": [{ "name": "a", "method": "PATCH", "path": "/api/books/{_id}", "icon": "telescop" }]',
    undefined,
    'resources.books.actions.0.icon',
  ],
])('%s is refused at its line, with a suggestion', async (setting, hint, path) => {
  const folder = await mkdtemp(join(tmpdir(), 'icons-'));
  const file = join(folder, 'resources.json');
  const users = JSON.stringify(librarySource.resources.users);
  await writeFile(
    file,
    `{ "roles": ${JSON.stringify(librarySource.roles)}, "resources": { "users": ${users},\n"books": { "fields": {},\n${setting} } } }`,
  );

  const { outcome } = await inspectDescriptor(file);
  await rm(folder, { recursive: true });

  const column = setting.indexOf('"', setting.indexOf('"icon"') + 6) + 1;
  expect(outcome).toMatchObject({
    problems: [{ code: 'D066', line: 3, column, path, ...(hint && { hint }) }],
  });
});
