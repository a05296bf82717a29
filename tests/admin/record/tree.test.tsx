import { expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../support/library.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { openScreen, openSection, screen, waitFor, within } from '../../support/screen.tsx';

const api = await openScreensOf(toolsDescriptor);
for (const [_id, name, parent] of [
  ['tools', 'Tools'],
  ['saws', 'Saws', 'tools'],
  ['hand', 'Hand saws', 'saws'],
])
  await api.call('POST', '/api/groups', { as: 'admin', body: { _id, name, parent } });

function toolsDescriptor() {
  return toDescriptor({
    roles: librarySource.roles,
    resources: {
      groups: {
        title: '{name}',
        fields: {
          name: { type: 'text', required: true, search: true },
          parent: { type: 'reference', to: 'groups', tree: true },
        },
      },
      things: { fields: { name: { type: 'text' }, group: { type: 'reference', to: 'groups' } } },
      users: librarySource.resources.users,
    },
  });
}

test('the page of a record links its ancestors, and lists its children', async () => {
  const { user } = await openScreen(api, '/groups/details/saws');

  const path = await screen.findByRole('navigation', { name: 'Above this record' });
  const link = await within(path).findByRole('link', { name: 'Tools' });

  expect(path.textContent).toBe('Tools › ');
  expect(link.getAttribute('href')).toContain('/groups/details/tools');
  await openSection(user, /^Groups/);
  expect(await screen.findByRole('link', { name: 'Hand saws' })).not.toBeNull();
});

test('an input shows where a record is in its tree', async () => {
  const { user } = await openScreen(api, '/things/create');

  await user.click(await screen.findByRole('combobox', { name: 'Group' }));

  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Tools', 'Tools › Saws', 'Tools › Saws › Hand saws']),
    ),
  );
});
