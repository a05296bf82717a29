import { fireEvent } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openLibraryInMemory } from '../../support/library-in-memory.ts';
import {
  leaveScreen,
  openScreen,
  screen,
  startScreens,
  stopScreens,
  waitFor,
} from '../../support/screen.tsx';

let library: Awaited<ReturnType<typeof openLibraryInMemory>>;

beforeAll(async () => {
  library = await openLibraryInMemory();
  startScreens(library);
});
afterEach(async () => {
  await leaveScreen();
  const headers = { 'If-Match': '*' };
  await library.call('DELETE', '/api/structure/drafts/mine', { as: 'admin', headers });
});
afterAll(async () => {
  await stopScreens();
  await library.close();
});

const editor = (name = 'resources.json') =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Text of ${name}` });
const button = (name: string) => screen.findByRole('button', { name });

test('a file is created once the text includes it, and left out once it does not', async () => {
  const { user } = await openScreen(library, '/structure/overview?tab=text');
  const { value } = await editor();
  const including = value.replace(/"include": \[/, '"include": ["shelves.json", ');
  expect(including).not.toBe(value);

  fireEvent.change(await editor(), { target: { value: including } });
  await user.click(await button('Create shelves.json'));
  const shelves = '"shelves": { "fields": { "name": { "type": "text" } } }';
  const { value: empty } = await editor('shelves.json');
  fireEvent.change(await editor('shelves.json'), {
    target: { value: empty.replace('"resources": {', `"resources": { ${shelves}`) },
  });
  await user.click(await button('Review changes'));
  expect(await screen.findByText('adds the table shelves')).toBeTruthy();

  await user.click(await button('Back to editing'));
  fireEvent.change(await editor(), { target: { value } });
  await user.click(await button('Leave out shelves.json'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Review changes' })).toBeNull());
});
