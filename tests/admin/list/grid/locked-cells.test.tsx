import { beforeAll, expect, test } from 'vitest';
import { lockReason } from '../../../../src/admin/list/grid/cells/lock-reason.ts';
import { findColumn } from '../../../../src/descriptor/column-field.ts';
import { toDescriptor } from '../../../../src/descriptor/read/to-descriptor.ts';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../../support/screen-library.ts';
import { gridCell, openScreen, screen, waitFor } from '../../../support/screen.tsx';

/** The library with a column that nobody can write. */
function lockedLibrary() {
  const source = structuredClone(screenLibrary().source) as Record<string, any>;
  source.resources.books.list.columns = ['title', 'createdAt', '_version'];
  return toDescriptor(source);
}

const api = await openScreensOf(lockedLibrary);
beforeAll(async () => {
  await addRecords(api, '/api/books', [{ title: 'Book A' }]);
});

test('a locked cell shows the reason once, not for each letter', async () => {
  const { user } = await openScreen(api, '/books/overview');
  (await gridCell('Book A')).focus();

  await user.keyboard('{ArrowRight}{ArrowRight}word');

  const said = 'Version is set automatically.';
  await waitFor(() => expect(screen.getAllByText(said)).toHaveLength(1));
  expect(screen.queryByRole('textbox', { name: /Version/ })).toBeNull();
});

const books = screenLibrary().resources.get('books')!;
const title = findColumn(books, 'title')!;
const all = {
  resource: books,
  may: (): boolean => true,
  mayWith: (): boolean => true,
  isWritable: (): boolean => false,
};

test.each([
  ['past', all, title, true],
  ['system', all, findColumn(books, 'createdAt')!, false],
  ['computed', all, { ...title, computed: 'pages + 1' }, false],
  ['part', all, { ...title, name: 'shelf.row', readOnly: true }, false],
  ['readOnly', all, { ...title, readOnly: true }, false],
  [
    'collection',
    { ...all, may: (): boolean => false, mayWith: (): boolean => false },
    { ...title, readOnly: true },
    false,
  ],
  ['record', { ...all, mayWith: (): boolean => false }, title, false],
  ['role', all, title, false],
  ['step', { ...all, isWritable: (): boolean => true }, title, false],
] as const)('names the reason "%s"', (reason, view, field, isPast) => {
  expect(lockReason(view, field, {}, isPast)).toBe(reason);
});
