import { fireEvent } from '@testing-library/react';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openLibraryInMemory } from '../../../support/library-in-memory.ts';
import {
  closeScreen,
  leaveScreen,
  openScreen,
  screen,
  startScreens,
  stopScreens,
  waitFor,
  within,
} from '../../../support/screen.tsx';

const page = '/structure/overview?tab=text';
const own = '/api/structure/drafts/mine';

let library: Awaited<ReturnType<typeof openLibraryInMemory>>;

beforeAll(async () => {
  library = await openLibraryInMemory((source) => {
    source.roles.staff = { configure: true };
  });
  startScreens(library);
});
afterEach(async () => {
  await leaveScreen();
  for (const as of ['admin', 'staff'])
    await library.call('DELETE', own, { as, headers: { 'If-Match': '*' } });
});
afterAll(async () => {
  await stopScreens();
  await library.close();
});

const editor = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text of resources.json' });

async function type(line: string): Promise<void> {
  const input = await editor();
  fireEvent.change(input, { target: { value: `// ${line}\n${input.value}` } });
}

/** Changes the draft of somebody in another window. */
async function change(as: string, line: string): Promise<void> {
  const { json } = await library.call('GET', '/api/structure/descriptor', { as });
  const now = (await library.call('GET', own, { as })).json;
  const files = json.files.map((each: any, at: number) =>
    at === 0 ? { ...each, text: `// ${line}\n${each.text}` } : each,
  );
  const headers: Record<string, string> = now.draft ? { 'If-Match': `"${now._version}"` } : {};
  await library.call('PUT', own, { as, headers, body: { files, base: json.hash } });
}

const press = async (user: { click: (element: Element) => Promise<void> }, name: string) =>
  user.click(await screen.findByRole('button', { name }));

test('the draft of somebody else is shown and taken over', async () => {
  await change('staff', 'Theirs.');
  const { user } = await openScreen(library, page);

  expect(await screen.findByText(/^staff.* has had 0 unapplied changes since /i)).toBeTruthy();
  await press(user, 'Take over');
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take over' }),
  );

  await screen.findByText('Only comments or layout changed');
  expect((await editor()).value).toContain('// Theirs.');
  closeScreen();
  const other = await openScreen(library, page, { as: 'staff' });
  expect(await screen.findByText(/^admin.* has taken over your draft\.$/i)).toBeTruthy();
  await press(other.user, 'OK');
});

test('the draft of somebody who can no longer change the structure is discarded', async () => {
  const role = (is: string) =>
    library.database.query('update users set role = $1 where _id = $2', [
      is,
      library.userId('staff'),
    ]);
  await change('staff', 'Theirs.');
  await role('viewer');
  const { user } = await openScreen(library, page);
  await type('Mine.');
  await screen.findByText(/^staff.* has had 0 unapplied changes .* can no longer change the /i);

  await press(user, 'Discard theirs…');
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard changes' }),
  );

  await waitFor(() => expect(screen.queryByText(/^staff.* has had/i)).toBeNull());
  await role('staff');
  expect((await library.call('GET', own, { as: 'staff' })).json.draft).toBeNull();
  expect((await editor()).value).toContain('// Mine.');
});

test('a change in another window is not overwritten unseen', async () => {
  const { user } = await openScreen(library, page);
  await type('One.');
  await screen.findByText('Draft saved');
  await change('admin', 'Two.');

  await type('Three.');
  await screen.findByText(/^You changed this draft in another window/);
  await press(user, 'Load the other one');

  const { value } = await editor();
  expect(value).toContain('// Two.');
  expect(value).not.toContain('// Three.');
});

test('a second change in another window is found before it is overwritten', async () => {
  const { user } = await openScreen(library, page);
  await type('One.');
  await screen.findByText('Draft saved');
  await change('admin', 'Two.');
  await type('Three.');
  await screen.findByText(/^You changed this draft in another window/);
  await change('admin', 'Four.');

  await press(user, 'Save what is here');
  await screen.findByRole('button', { name: 'Save what is here' });
  expect(screen.queryByText('Draft saved')).toBeNull();
  await press(user, 'Save what is here');

  await screen.findByText('Draft saved');
  const { json } = await library.call('GET', own, { as: 'admin' });
  expect(json.draft.files[0].text).toContain('// Three.');
});

test('the note that a draft was taken over does not end a draft begun since', async () => {
  await change('staff', 'One.');
  await library.call('POST', `/api/structure/drafts/${library.userId('staff')}/take`, {
    as: 'admin',
  });
  const { user } = await openScreen(library, page, { as: 'staff' });
  await screen.findByText(/has taken over your draft\.$/);
  await change('staff', 'Two.');

  await press(user, 'OK');
  await leaveScreen();

  const { json } = await library.call('GET', own, { as: 'staff' });
  expect(json.draft.files[0].text).toContain('// Two.');
});

test('the last change cannot be taken back over a draft that was taken over', async () => {
  await change('staff', 'Theirs.');
  const { user } = await openScreen(library, page);
  await screen.findByText(/^staff.* has had/i);
  await type('Mine.');
  await press(user, 'Review changes');
  await press(user, 'Apply');
  await screen.findByText(/^The change was applied/);
  await screen.findByRole('button', { name: 'Undo…' });

  await press(user, 'Take over');
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take over' }),
  );

  await screen.findByText('Only comments or layout changed');
  expect(screen.queryByRole('button', { name: 'Undo…' })).toBeNull();
  expect(screen.queryByText(/^The change was applied/)).toBeNull();
});

test('what is here is saved in place of a draft that was taken over', async () => {
  const { user } = await openScreen(library, page, { as: 'staff' });
  await type('One.');
  await screen.findByText('Draft saved');
  await library.call('POST', `/api/structure/drafts/${library.userId('staff')}/take`, {
    as: 'admin',
  });

  await type('Two.');
  await screen.findByText(/^admin.* has taken over this draft/i);
  await press(user, 'Save what is here');

  await screen.findByText('Draft saved');
  const { json } = await library.call('GET', own, { as: 'staff' });
  expect(json.draft.files[0].text).toContain('// Two.');
});

test('an applied or discarded draft is no longer kept', async () => {
  const { user } = await openScreen(library, page);
  await type('One.');
  await screen.findByText('Draft saved');

  await press(user, 'Discard changes');
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard changes' }),
  );

  await expect
    .poll(async () => (await library.call('GET', own, { as: 'admin' })).json.draft)
    .toBeNull();
});

test('what was changed just before the page is reloaded is sent at once', async () => {
  await openScreen(library, page);
  await type('Just now.');
  const sending = vi.spyOn(globalThis, 'fetch');

  fireEvent(window, new Event('beforeunload', { cancelable: true }));
  await setImmediate();

  const methods = sending.mock.calls.map(([, init]) => init?.method);
  sending.mockRestore();
  expect(methods).toContain('PUT');
});
