import { expect, test } from 'vitest';

import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import { gridCell, openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const api = await openScreensOf(screenLibrary);
const [dune, emma] = await addRecords(api, '/api/books', [
  { title: 'Dune', pages: 412 },
  { title: 'Emma', pages: 380 },
]);
const stored = async () => (await api.call('GET', '/api/threads', { as: 'admin' })).json.data;

test('several chosen cells are what a comment is about', async () => {
  const { user } = await openScreen(api, '/books/overview?sort=title&order=ASC');
  await user.click(await gridCell('Dune'));
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Control>}{Shift>}{F2}{/Shift}{/Control}');

  const panel = within(await screen.findByRole('dialog', { name: 'Comments' }));
  expect(panel.getByLabelText<HTMLSelectElement>('About').selectedOptions[0]?.text).toBe('2 cells');
  await user.type(panel.getByLabelText('Text'), 'The same book?');
  await user.keyboard('{Control>}{Enter}{/Control}');

  expect(await panel.findByRole('article', { name: '2 cells' })).toBeTruthy();
  expect(await stored()).toMatchObject([
    {
      cells: [
        { record: dune!['_id'], field: 'title' },
        { record: emma!['_id'], field: 'title' },
      ],
    },
  ]);
});

test('a version is what a comment is about, which leads back to it', async () => {
  const path = `/books/details/${dune!['_id']}#history`;
  const { user } = await openScreen(api, path);

  await user.click(await screen.findByRole('button', { name: 'Comment on version 1' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Comments' }));
  await user.type(await panel.findByLabelText('Text'), 'Who wrote this?');
  await user.keyboard('{Control>}{Enter}{/Control}');

  const link = await panel.findByRole('link', { name: 'version 1' });
  expect(link.getAttribute('href')).toBe(path);
  await waitFor(async () => expect((await stored())[0].version).toBe(1));
});
