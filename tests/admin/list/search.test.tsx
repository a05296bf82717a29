import { expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../support/library.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const descriptor = toDescriptor({
  roles: librarySource.roles,
  resources: {
    plants: {
      title: '{name}',
      importKey: 'code',
      fields: {
        code: { type: 'text', unique: true, search: true },
        name: { type: 'text', search: true },
        synonyms: { type: 'tags', search: true },
        place: { type: 'text' },
      },
      list: { columns: ['name', 'place'], sort: 'name' },
    },
    users: librarySource.resources.users,
  },
});

const garden = await openScreensOf(() => descriptor);
await addRecords(garden, '/api/plants', [
  { _id: 'rose', name: 'Rosé damascena', synonyms: ['Summer damask'], place: 'Rose bed' },
  { _id: 'thyme', name: 'Thymus vulgaris', synonyms: ['Garden thyme'] },
]);

const open = (q: string) =>
  openScreen(garden, `/plants/overview?filter=${encodeURIComponent(JSON.stringify({ q }))}`, {
    as: 'admin',
  });
const marks = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);

test('marks the words found in searched columns, and names other fields with matches', async () => {
  await open('rose damask');

  const link = await screen.findByRole('link', { name: 'Rosé damascena' });
  expect(marks()).toEqual(['Rosé', 'damask']);
  const cell = link.closest('[role="gridcell"]')!;
  expect(cell.textContent).toBe('Rosé damascena Synonyms: Summer damask');
  // This field is not searched.
  expect(screen.getByText('Rose bed').querySelector('mark')).toBeNull();
});

test('offers similar records above an empty list, to open or to search for', async () => {
  const { user } = await open('garden thime');

  const list = await screen.findByRole('list', { name: 'Did you mean' });
  expect(await screen.findByRole('heading', { name: 'No results' })).toBeTruthy();
  const link = within(list).getByRole('link', { name: 'Thymus vulgaris' });
  expect(link.getAttribute('href')).toBe('/plants/details/thyme');
  expect(list.textContent).toContain('Synonyms: Garden thyme');

  await user.click(within(list).getByRole('button', { name: 'Search for “Garden thyme”' }));

  expect(await screen.findByRole('link', { name: 'Thymus vulgaris' })).toBeTruthy();
  await waitFor(() => expect(marks()).toEqual(['Garden', 'thyme']));
  expect(screen.queryByRole('list', { name: 'Did you mean' })).toBeNull();
});
