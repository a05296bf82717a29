import { expect, test } from 'vitest';
import { columnPaths, findColumn } from '../../../src/descriptor/column-field.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { savedFiles } from '../../support/browser-parts.ts';
import { librarySource } from '../../support/library.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import { chooseMore, openScreen, openSection, screen, within } from '../../support/screen.tsx';

const { users } = librarySource.resources;
const descriptor = () =>
  toDescriptor(
    structuredClone({
      ...librarySource,
      app: {
        dashboard: [
          { name: 'all', kind: 'list', label: 'Things', resource: 'things', columns: ['meta.a'] },
        ],
      },
      resources: {
        users,
        owners: {
          title: '{name}',
          fields: { name: { type: 'text', required: true } },
          children: [{ resource: 'things', field: 'owner' }],
        },
        things: {
          title: '{name}',
          fields: {
            name: { type: 'text', required: true },
            owner: { type: 'reference', to: 'owners' },
            meta: {
              type: 'object',
              fields: { a: { type: 'text' }, b: { type: 'number' } },
            },
          },
          list: { columns: ['name', 'meta.a'] },
        },
      },
    }),
  );

const api = await openScreensOf(descriptor);
const [ann] = await addRecords(api, '/api/owners', [{ name: 'Ann' }]);
const owner = ann!['_id'];
await addRecords(api, '/api/things', [{ name: 'One', owner, meta: { a: 'alpha', b: 7 } }]);
test('the list has a column for a part of an object, and offers the others', async () => {
  const { user } = await openScreen(api, '/things/overview');

  expect(await screen.findByRole('gridcell', { name: 'alpha' })).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: 'Meta: A' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Columns/ }));
  await user.click(await screen.findByRole('checkbox', { name: 'Meta: B' }));
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('gridcell', { name: '7' })).toBeTruthy();
});

test('the child list of a record does the same', async () => {
  const { user } = await openScreen(api, `/owners/details/${owner}`);
  await openSection(user, /Things/);

  const table = await screen.findByRole('table', { name: 'Things' });
  expect(within(table).getByRole('columnheader', { name: 'Meta: A' })).toBeTruthy();
  expect(await within(table).findByText('alpha')).toBeTruthy();
});

test('the list on the dashboard does the same', async () => {
  await openScreen(api, '/dashboard');

  const card = await screen.findByRole('region', { name: 'Things' });
  expect(await within(card).findByText('alpha')).toBeTruthy();
});

test('an export with the columns of the list has the whole object', async () => {
  const { user } = await openScreen(api, '/things/overview');
  await chooseMore(user, 'Export');
  const dialog = within(await screen.findByRole('dialog', { name: 'Export Things' }));
  await user.selectOptions(dialog.getByLabelText('Format'), 'json');
  await user.click(dialog.getByRole('button', { name: 'As in the list' }));
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  await screen.findByText('File saved');

  const [file] = await savedFiles();
  expect(JSON.parse(file!.text)).toEqual([
    { _id: expect.any(String), _version: 1, name: 'One', meta: { a: 'alpha', b: 7 } },
  ]);
});

test('every column that a descriptor can name is a field with a label', () => {
  for (const resource of descriptor().resources.values())
    for (const path of [...resource.fields.values()].flatMap(columnPaths))
      expect(findColumn(resource, path)).toMatchObject({ name: path, label: expect.anything() });
});
