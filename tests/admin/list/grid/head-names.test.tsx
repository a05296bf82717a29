import { expect, test } from 'vitest';
import { toDescriptor } from '../../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../../support/library.ts';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { addRecords } from '../../../support/screen-library.ts';
import { gridCell, openScreen, screen, within } from '../../../support/screen.tsx';

const api = await openScreensOf(weighedLibrary);
await addRecords(api, '/api/books', [{ title: 'Book A', pages: 3 }]);

function weighedLibrary() {
  const source = structuredClone(librarySource) as Record<string, any>;
  const { books } = source.resources;
  books.fields.pages.unit = 'g/mol';
  books.list = { columns: ['title', 'pages'] };
  return toDescriptor(source);
}

test('the name of a column includes the unit, and its cells do not', async () => {
  await openScreen(api, '/books/overview');
  await gridCell('Book A');

  const head = screen.getByRole('columnheader', { name: 'Pages g/mol' });

  expect(within(head).getByRole('button', { name: 'Pages g/mol' })).toBeTruthy();
  expect(await gridCell('3')).toBeTruthy();
});
