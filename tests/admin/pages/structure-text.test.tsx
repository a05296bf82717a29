import { fireEvent } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openLibraryInMemory } from '../../support/library-in-memory.ts';
import { addRecords } from '../../support/screen-library.ts';
import {
  closeScreen,
  leaveScreen,
  openScreen,
  screen,
  startScreens,
  stopScreens,
  waitFor,
  within,
} from '../../support/screen.tsx';

const page = '/structure/overview?tab=text';

let library: Awaited<ReturnType<typeof openLibraryInMemory>>;

beforeAll(async () => {
  library = await openLibraryInMemory((source) => {
    source.roles.viewer = { devMenu: true };
    source.roles.staff = { configure: true };
  });
  startScreens(library);
  await addRecords(library, '/api/books', [{ title: 'One', pages: 12 }, { title: 'Two' }]);
});
afterEach(async () => {
  await leaveScreen();
  // What a test changed and applied.
  const headers = { 'If-Match': '*' };
  await library.call('DELETE', '/api/structure/drafts/mine', { as: 'admin', headers });
  await library.call('DELETE', '/api/structure/drafts/mine', { as: 'staff', headers });
  await library.call('POST', '/api/structure/undo', { as: 'admin' });
});
afterAll(async () => {
  await stopScreens();
  await library.close();
});

const editor = (name = 'resources.json') =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Text of ${name}` });

async function replaceText(from: string | RegExp, to: string, name?: string): Promise<void> {
  const input = await editor(name);
  const value = input.value.replace(from, to);
  expect(value).not.toBe(input.value);
  fireEvent.change(input, { target: { value } });
}

async function openBooks(options: Parameters<typeof openScreen>[2] = {}) {
  const opened = await openScreen(library, page, options);
  await opened.user.selectOptions(
    await screen.findByRole('combobox', { name: /^(File|Datei)$/ }),
    'books.json',
  );
  return opened;
}

const addField = (name: string) =>
  replaceText('"title": {', `"${name}": { "type": "text" },\n      "title": {`, 'books.json');

const press = async (user: { click: (element: Element) => Promise<void> }, name: string) =>
  user.click(await screen.findByRole('button', { name }));

describe('the text of the descriptor', () => {
  test('is closed to developers who may only look', async () => {
    const { calls } = await openScreen(library, page, { as: 'viewer' });

    await screen.findByRole('tab', { name: 'Data dictionary', selected: true });

    expect(screen.queryByRole('tab', { name: 'Text' })).toBeNull();
    expect(calls().join()).not.toContain('/api/structure/descriptor');
  });

  test('shows each problem with code and suggestion, and leads to its line', async () => {
    const { user } = await openScreen(library, page);
    await replaceText('"type": "text"', '"type": "txt"');

    const problem = await screen.findByRole('button', { name: /D006.*text/ });
    expect(await screen.findByText('1 problem')).toBeTruthy();
    await user.click(problem);

    const input = await editor();
    expect(document.activeElement).toBe(input);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.value.slice(input.selectionStart, input.selectionEnd)).toContain('"txt"');
    const line = input.value.slice(0, input.selectionStart).split('\n').length;
    expect(problem.textContent).toContain(`resources.json, line ${line}:`);
    expect(screen.getByText<HTMLAnchorElement>('Show the input').href).toMatch(/\?tab=fields$/);
    expect(screen.getByRole('button', { name: 'Review changes' })).toHaveProperty('disabled', true);
  });

  test('opens the file that has the problem', async () => {
    const { user } = await openBooks();
    await replaceText('"type": "text"', '"type": "txt"', 'books.json');
    await user.selectOptions(screen.getByRole('combobox', { name: 'File' }), 'resources.json');

    await user.click(await screen.findByRole('button', { name: /^books\.json, line \d+:.*D006/ }));

    expect(document.activeElement).toBe(await editor('books.json'));
  });

  test('is checked again after each change, and only the newest text counts', async () => {
    await openScreen(library, page);
    await replaceText('"type": "text"', '"type": "txt"');
    await screen.findByText('1 problem');

    await replaceText('"type": "txt"', '"type": "text"');

    await screen.findByText('No problems');
    expect(screen.queryByRole('button', { name: /D006/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Review changes' })).toBeNull();
  });
});

describe('a change of the text', () => {
  test('is reviewed, applied, written to the file, and undone', async () => {
    const before = library.text('books.json');
    const { user, address } = await openBooks({ as: 'staff' });
    await addField('remark');

    await press(user, 'Review changes');
    expect(await screen.findByText('adds the field remark to books')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Review');
    await press(user, 'Apply');

    const done = await screen.findByText(/^The change was applied/);
    expect(done.textContent).toContain('adds the field remark to books');
    expect(address()).toBe(page);
    expect(library.text('books.json')).toContain('"remark"');
    await press(user, 'Undo…');
    await press(user, 'Undo');

    await screen.findByText(/^The last change was taken back/);
    expect(library.text('books.json')).toBe(before);
    await waitFor(async () => expect((await editor('resources.json')).value).not.toBe(''));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo…' })).toBeNull());
  });

  test('asks for consent to each step that loses something, and skips it without', async () => {
    const { user } = await openBooks();
    await replaceText(/"pages": \{[^}]*\},/, '', 'books.json');
    await press(user, 'Review changes');

    const item = (await screen.findByText('drop:books.pages')).closest('li')!;
    const consent = within(item).getByRole('checkbox', { name: /^Allow: its data is kept/ });
    const step = document.getElementById(consent.getAttribute('aria-describedby')!);
    expect(step?.textContent).toMatch(/pages/);
    const skipped = () => within(item).queryByText(/^Without your consent this step is skipped/);
    expect(skipped()).not.toBeNull();
    await user.click(consent);
    expect(skipped()).toBeNull();
    await user.click(consent);
    await press(user, 'Apply');

    const done = await screen.findByText(/^The change was applied/);
    expect(done.textContent).toContain('Not done, because you did not allow it:');
  });

  test('cannot be applied while records prevent it, and leads to their list', async () => {
    const { user } = await openBooks();
    await replaceText(/"pages": \{/, '"pages": { "required": true,', 'books.json');
    await press(user, 'Review changes');

    const list = await screen.findByRole('link', { name: 'Show in a list' });

    expect(decodeURIComponent(list.getAttribute('href')!)).toContain('pages');
    const apply = screen.getByRole('button', { name: 'Apply' });
    expect(apply).toHaveProperty('disabled', true);
    expect(document.getElementById(apply.getAttribute('aria-describedby')!)?.textContent).toContain(
      'Correct the records named above',
    );
  });

  test('waits for a decision when somebody else changed the file, and merges both', async () => {
    const before = library.text();
    const { user } = await openBooks();
    await addField('note');
    await press(user, 'Review changes');
    await screen.findByText('adds the field note to books');
    library.save(before.replace('The library', 'Some library'));
    try {
      await press(user, 'Apply');
      await screen.findByText(/^Someone else changed the descriptor/);
      await press(user, 'Merge both');
      await waitFor(() =>
        expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', false),
      );
      await press(user, 'Apply');

      await screen.findByText(/^The change was applied/);
      expect(library.text()).toContain('Some library');
      expect(library.text('books.json')).toContain('"note"');
      await library.call('POST', '/api/structure/undo', { as: 'admin' });
    } finally {
      library.save(before);
    }
  });

  test('asks for a side where both changed the same setting', async () => {
    const before = library.text();
    const title = (text: string) => before.replace(/"title": "Library"/, `"title": "${text}"`);
    const { user } = await openScreen(library, page);
    await replaceText(before, `// Mine.\n${title('Ours')}`);
    library.save(`// Theirs.\n${title('Theirs')}`);
    try {
      await press(user, 'Review changes');
      await press(user, 'Apply');
      await press(user, 'Merge both');
      const dialog = within(await screen.findByRole('dialog'));
      expect(dialog.getByText('1 choice is missing.')).toBeTruthy();
      await user.click(dialog.getByLabelText('Mine: "Ours"'));
      expect(dialog.getByText('// Mine.')).toBeTruthy();
      await user.click(dialog.getByRole('button', { name: 'Merge both' }));

      await screen.findByText(/“Theirs” → “Ours”/);
    } finally {
      library.save(before);
    }
  });

  test('is discarded for the text of somebody else', async () => {
    const before = library.text();
    const { user } = await openScreen(library, page);
    await replaceText('The library', 'Our library');
    library.save(before.replace('The library', 'Some library'));
    try {
      await press(user, 'Review changes');
      await press(user, 'Apply');
      await press(user, 'Discard mine, load theirs');
      await press(user, 'Discard changes');

      await waitFor(async () => expect((await editor()).value).toContain('Some library'));
    } finally {
      library.save(before);
    }
  });

  test('survives a look at another page, and nobody asks once it is saved', async () => {
    const { user, address } = await openScreen(library, page);
    await replaceText('The library', 'Our library');
    await screen.findByText('Draft saved');

    await user.click(screen.getByRole('link', { name: 'Books' }));

    await waitFor(() => expect(address()).toContain('/books'));
    closeScreen();
    await openScreen(library, page);
    expect((await editor()).value).toContain('Our library');
    expect(await screen.findByText('Only comments or layout changed')).toBeTruthy();
  });

  test('is asked about when the page is left before it is saved', async () => {
    const { user, address } = await openScreen(library, page);
    await replaceText('The library', 'Our library');

    await user.click(screen.getByRole('link', { name: 'Books' }));

    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('not saved');
    await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    expect(address()).toBe(page);
  });

  test('is counted and reviewed on the other pages of the structure too', async () => {
    const { user, address } = await openBooks();
    await addField('note');
    await user.click(screen.getByRole('tab', { name: 'Data dictionary' }));
    await screen.findByText('1 change');

    await press(user, 'Review changes');
    expect(await screen.findByText('Books › Note: new')).toBeTruthy();
    await press(user, 'Back to editing');

    expect(address()).toBe('/structure/overview');
    expect(document.activeElement?.textContent).toBe('Review changes');
    await press(user, 'Undo');
    await screen.findByText('No changes');
    await press(user, 'Redo');
    await screen.findByText('1 change');
  });

  test('is reviewed in German', async () => {
    const { user } = await openScreen(library, page, { language: 'de' });
    const input = await screen.findByRole<HTMLTextAreaElement>('textbox', {
      name: 'Text von resources.json',
    });
    fireEvent.change(input, { target: { value: input.value.replace('The', 'Our') } });

    await press(user, 'Änderungen prüfen');

    await screen.findByRole('heading', { name: 'Prüfen' });
    await screen.findByRole('button', { name: 'Zurück zum Bearbeiten' });
    expect(await screen.findByRole('button', { name: 'Anwenden' })).toHaveProperty(
      'disabled',
      false,
    );
  });
});
