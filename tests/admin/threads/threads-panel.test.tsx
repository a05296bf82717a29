import { beforeEach, describe, expect, test, vi } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../support/library.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { openScreen, screen, waitFor, within, type ScreenOptions } from '../../support/screen.tsx';

const api = await openScreensOf(() =>
  toDescriptor({
    ...librarySource,
    resources: {
      ...librarySource.resources,
      authors: {
        ...librarySource.resources.authors,
        permissions: { viewer: { list: true, read: true, comment: false } },
      },
    },
  }),
);
await api.addUser('other', 'staff');
const { _id: book } = (
  await api.call('POST', '/api/books', { as: 'admin', body: { title: 'Dune', pages: 412 } })
).json;
beforeEach(() => api.database.query('truncate backoffice.threads cascade'));

const begin = async (body: object, as = 'other') => {
  const answer = await api.call('POST', '/api/threads', {
    as,
    body: { resource: 'books', record: book, text: 'Is this right?', ...body },
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
};
const stored = async () =>
  (await api.call('GET', `/api/threads?resource=books&record=${book}`, { as: 'admin' })).json.data;

const button = () => screen.findByRole('button', { name: /^(Comments|Kommentare)/ });
const panel = async () =>
  within(await screen.findByRole('dialog', { name: /Comments|Kommentare/ }));
const openPanel = async (options: ScreenOptions = {}) => {
  const opened = await openScreen(api, `/books/details/${book}`, { as: 'staff', ...options });
  await opened.user.click(await button());
  return { ...opened, shown: await panel() };
};

describe('the comments of a record', () => {
  test('begin with a comment on a field, which asks somebody', async () => {
    const { user, shown } = await openPanel();
    expect(await shown.findByText('No comments yet')).toBeTruthy();

    await user.selectOptions(shown.getByLabelText('About'), 'Pages');
    await user.click(shown.getByLabelText('Ask someone'));
    await user.type(shown.getByLabelText('Who should answer'), 'oth');
    await user.click(await screen.findByRole('option', { name: 'other' }));
    await user.type(shown.getByLabelText('Text'), '412, **really**?');
    await user.keyboard('{Control>}{Enter}{/Control}');

    const thread = await shown.findByRole('article', { name: 'Pages' });
    expect(within(thread).getByText('Open')).toBeTruthy();
    expect(within(thread).getByText('For other')).toBeTruthy();
    expect((await within(thread).findByText('really')).tagName).toBe('STRONG');
    expect(await stored()).toMatchObject([
      { field: 'pages', status: 'open', assignee: api.userId('other') },
    ]);
    expect(shown.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('');
  });

  test('are counted on their button in words, and read once they are shown', async () => {
    await begin({ query: {} });
    const { user } = await openScreen(api, `/books/details/${book}`, { as: 'staff' });

    await user.click(
      await screen.findByRole('button', { name: 'Comments, 1 comment, 1 open query, unread' }),
    );
    expect(await (await panel()).findByText('New')).toBeTruthy();
    await waitFor(async () => {
      const { json } = await api.call('GET', `/api/threads?resource=books&record=${book}`, {
        as: 'staff',
      });
      expect(json.data[0].unread).toBe(false);
    });
  });

  test('are answered, closed and opened again', async () => {
    await begin({ query: { assignee: api.userId('staff'), due: '2020-02-01' } });
    const { user, shown } = await openPanel();
    const thread = within(await shown.findByRole('article'));
    expect(thread.getByText(/^Overdue since/)).toBeTruthy();

    await user.click(thread.getByRole('button', { name: 'Reply' }));
    await user.type(thread.getByLabelText('Your reply'), 'Yes');
    await user.click(thread.getByRole('button', { name: 'Answer' }));
    expect(await thread.findByText('Answered')).toBeTruthy();

    await user.click(thread.getByRole('button', { name: 'Close query' }));
    expect(await shown.findByText('Closed (1)')).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Reopen', hidden: true }));
    await waitFor(async () => expect(await stored()).toMatchObject([{ status: 'open' }]));
  });

  test('ask only roles that may see the field', async () => {
    const { user, shown } = await openPanel({ as: 'admin' });
    await user.selectOptions(await shown.findByLabelText('About'), 'Secret');
    await user.click(shown.getByLabelText('Ask someone'));
    await user.click(shown.getByLabelText('Who should answer'));

    await screen.findByRole('option', { name: 'Admin' });
    expect(screen.queryByRole('option', { name: 'Viewer' })).toBeNull();
  });

  test('are watched by a button that says so', async () => {
    await begin({});
    const { user, shown } = await openPanel();

    await user.click(await shown.findByRole('button', { name: 'Watch', pressed: false }));
    await user.click(await shown.findByRole('button', { name: 'Watching', pressed: true }));
    expect(await shown.findByRole('button', { name: 'Watch', pressed: false })).toBeTruthy();
  });

  test('name people who may see it, and records by their titles', async () => {
    const { user, shown } = await openPanel({ as: 'admin' });
    await user.selectOptions(await shown.findByLabelText('About'), 'Secret');
    const text = shown.getByLabelText<HTMLTextAreaElement>('Text');

    await user.type(text, '@sta');
    const denied = await screen.findByRole('option', { name: /staff/ });
    expect(denied.textContent).toContain('cannot see this');
    await user.clear(text);
    await user.selectOptions(shown.getByLabelText('About'), 'Whole record');
    await user.type(text, '@oth');
    await screen.findByRole('option', { name: 'other' });
    await user.keyboard('{Enter}see #Dun');
    await user.click(await screen.findByRole('option', { name: /Dune/ }));
    expect(text.value).toBe('@[other] see #[Dune] ');
    await user.click(shown.getByRole('button', { name: 'Comment' }));

    expect((await shown.findByRole('link', { name: 'Dune' })).getAttribute('href')).toBe(
      `/books/details/${book}`,
    );
    expect(await stored()).toMatchObject([
      { messages: [{ text: `@[${api.userId('other')}] see #[books/${book}]` }] },
    ]);
  });

  test('keep what was typed when the panel closes, and when the server refuses it', async () => {
    const { user, shown } = await openPanel();
    await user.type(shown.getByLabelText('Text'), 'Half @[[nobody]');
    await user.click(shown.getByRole('button', { name: 'Close comments' }));
    await user.click(await button());
    const again = await panel();
    const text = again.getByLabelText<HTMLTextAreaElement>('Text');
    expect(text.value).toBe('Half @[nobody]');

    await user.click(again.getByRole('button', { name: 'Comment' }));
    expect((await again.findByRole('alert')).textContent).toContain('Your text is kept');
    expect(text.value).toBe('Half @[nobody]');
  });

  test('are stored once when the answer is lost and somebody sends them again', async () => {
    const { user, shown } = await openPanel();
    await user.type(await shown.findByLabelText('Text'), 'Once');
    const { fetch } = globalThis;
    const lost = vi.spyOn(globalThis, 'fetch').mockImplementation(async (path, init) => {
      const answer = await fetch(path, init);
      if (init?.method !== 'POST' || path !== '/api/threads') return answer;
      lost.mockRestore();
      throw new TypeError('the line is cut');
    });
    await user.click(shown.getByRole('button', { name: 'Comment' }));
    expect(await shown.findByRole('alert')).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Comment' }));
    await shown.findByRole('article');
    expect(await stored()).toHaveLength(1);

    await user.type(shown.getByLabelText('Text'), 'Once');
    await user.click(shown.getByRole('button', { name: 'Comment' }));
    await waitFor(async () => expect(await stored()).toHaveLength(2));
  });

  test('let authors change and remove what they wrote', async () => {
    await begin({}, 'staff');
    const { user, shown } = await openPanel();

    await user.click(await shown.findByRole('button', { name: 'Edit' }));
    const area = shown.getByDisplayValue('Is this right?');
    await user.type(area, ' Yes');
    await user.click(shown.getByRole('button', { name: 'Save' }));
    await shown.findByText(/edited/);
    expect(shown.getByText('Is this right? Yes')).toBeTruthy();

    await user.click(shown.getByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this message?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await shown.findByText('Removed')).toBeTruthy();
  });

  test('open on a phone in a sheet, in German', async () => {
    await begin({ field: 'pages' });
    const { shown } = await openPanel({ width: 390, language: 'de' });

    expect(await shown.findByRole('article')).toBeTruthy();
    expect(shown.getByRole('button', { name: 'Kommentieren' })).toBeTruthy();
  });

  test('are counted on the cards of a phone, which open them', async () => {
    await begin({ query: {} });
    const { user } = await openScreen(api, '/books/overview', { as: 'staff', width: 390 });

    const name = 'Dune: 1 comment, 1 open query, unread';
    await user.click(await screen.findByRole('button', { name }));
    expect(await (await panel()).findByRole('article')).toBeTruthy();
  });

  test('are not offered to a role that may not comment', async () => {
    const author = await api.call('POST', '/api/authors', { as: 'admin', body: { name: 'Ada' } });
    await openScreen(api, `/authors/details/${author.json._id}`, { as: 'viewer' });

    await screen.findByRole('heading', { level: 2, name: 'Ada' });
    expect(screen.queryByRole('button', { name: /^Comments/ })).toBeNull();
  });
});
