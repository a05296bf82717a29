import { act } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { withProgress } from '../../../src/admin/client/progress.ts';
import { readSession } from '../../../src/admin/client/account/session.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import { closeScreen, openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const api = await openScreensOf(screenLibrary);
await addRecords(api, '/api/authors', [{ name: 'Ada' }, { name: 'Bo' }]);
await addRecords(
  api,
  '/api/books',
  Array.from({ length: 7 }, (_, index) => ({ title: `Book ${index + 1}` })),
);

const menu = () => screen.findByRole('navigation', { name: 'Main menu' });
const labelsOf = (nav: HTMLElement) =>
  within(nav)
    .getAllByRole('link')
    .map((link) => link.getAttribute('aria-label') ?? link.textContent);

describe('the frame', () => {
  test('lists in its menu the collections of the role, and marks the current page', async () => {
    await openScreen(api, '/books/overview', { as: 'viewer' });

    const nav = await menu();

    expect(labelsOf(nav)).toEqual(['Dashboard', 'Inbox', 'Authors', 'Books', 'Tools']);
    expect(within(nav).getByRole('link', { current: 'page' }).textContent).toBe('Books');
  });

  test("shows the user's name and role", async () => {
    await openScreen(api, '/dashboard', { as: 'viewer' });

    await menu();

    expect(screen.getByText('viewer')).toBeTruthy();
    expect(screen.getByText('Viewer')).toBeTruthy();
  });

  test('minimises the menu and remembers the choice', async () => {
    const { user } = await openScreen(api, '/dashboard', { as: 'viewer' });
    await user.click(await screen.findByRole('button', { name: 'Minimise the sidebar' }));

    expect(labelsOf(await menu())).toEqual(['Dashboard', 'Inbox', 'Authors', 'Books', 'Tools']);
    expect(within(await menu()).queryByText('Books')).toBeNull();
    expect(localStorage.getItem('sidebar')).toBe('minimised');

    await user.click(screen.getByRole('button', { name: 'Expand the sidebar' }));
    expect(within(await menu()).getByText('Books')).toBeTruthy();
  });

  test('has the sidebar colour that the user chose on any computer, by default that of the descriptor', async () => {
    const groundOf = async () => getComputedStyle((await menu()).parentElement!).backgroundColor;
    const { user } = await openScreen(api, '/users/myprofile', { as: 'viewer' });
    expect(await groundOf()).toBe('rgb(19, 25, 32)');

    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sidebar' }), 'White');
    await user.selectOptions(screen.getByLabelText('Colour of the active menu entry'), 'Red');

    expect(await groundOf()).toBe('rgb(255, 255, 255)');
    const path = '/api/users/current/settings/sidebar';
    await waitFor(async () =>
      expect((await api.call('GET', path, { as: 'viewer' })).json).toEqual({
        background: 'white',
        active: 'danger',
      }),
    );
    closeScreen();
    const again = await openScreen(api, '/users/myprofile', { as: 'viewer' });
    expect(await groundOf()).toBe('rgb(255, 255, 255)');

    await again.user.selectOptions(
      await screen.findByRole('combobox', { name: 'Sidebar' }),
      'Default: Black',
    );
    expect(await groundOf()).toBe('rgb(19, 25, 32)');
  });

  test('changes the language and keeps the input of the user', async () => {
    const { user } = await openScreen(api, '/books/create');
    await user.type(await screen.findByLabelText(/^Title/), 'Half a thought');

    await user.click(screen.getByRole('button', { name: 'Language: English' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Deutsch' }));

    await screen.findByRole('navigation', { name: 'Hauptmenü' });
    expect(screen.getByDisplayValue('Half a thought')).toBeTruthy();
    expect(localStorage.getItem('language')).toBe('de');
  });

  test('shows the year, the version and the link to the public site, and has the first Tab stop', async () => {
    const { user } = await openScreen(api, '/dashboard');

    const footer = await screen.findByRole('contentinfo');
    await user.tab();

    expect(footer.textContent).toContain(String(new Date().getFullYear()));
    expect(footer.textContent).toContain('Version 0.0.0-test');
    const site = within(footer).getByRole('link', { name: 'Public site' });
    expect(site.getAttribute('href')).toBe('https://library.example/');
    expect(document.activeElement?.textContent).toBe('Skip to content');
  });

  test('signs out: removes the stored keys and revokes the refresh token', async () => {
    const { user } = await openScreen(api, '/dashboard', { as: 'viewer' });
    const session = readSession()!;

    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(localStorage.getItem('user-token')).toBeNull());

    expect(localStorage.getItem('user')).toBeNull();
    expect(localStorage.getItem('user-refresh-token')).toBeNull();
    const body = { email: session.user.email, refreshToken: session.refreshToken };
    expect((await api.call('POST', '/api/auth/refresh', { body })).status).toBe(401);
  });
});

describe('the page of tools', () => {
  test.each([
    ['admin', ['Import', 'Export', 'Imports and exports']],
    ['viewer', ['Export', 'Imports and exports']],
  ])('shows %s a card for each permitted tool: %j', async (as, expected) => {
    await openScreen(api, '/tools/overview', { as });

    const titles = () =>
      screen.queryAllByRole('heading', { level: 2 }).map((each) => each.textContent);
    await waitFor(() => expect(titles()).toEqual(expected));
  });
});

describe('work that takes time', () => {
  test('shows a progress bar at the top of the page, but only after 100 ms', async () => {
    await openScreen(api, '/dashboard');
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Loading' })).toBeNull());
    let end = (): void => {};
    act(() => void withProgress(new Promise<void>((resolve) => (end = resolve))));
    expect(screen.queryByRole('progressbar', { name: 'Loading' })).toBeNull();

    expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeTruthy();

    act(end);
    await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Loading' })).toBeNull());
  });

  test('sends resize events while the sidebar changes its width', async () => {
    const { user } = await openScreen(api, '/dashboard');
    const button = await screen.findByRole('button', { name: /the sidebar$/ });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    let heard = 0;
    const listener = (): void => void (heard += 1);
    window.addEventListener('resize', listener);

    await user.click(button);
    vi.advanceTimersByTime(2_000);

    expect(heard).toBe(5);
    window.removeEventListener('resize', listener);
  });
});

describe('a page', () => {
  test('redirects from the root to the dashboard', async () => {
    const { address } = await openScreen(api, '/');

    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });

    expect(address()).toBe('/dashboard');
  });

  test('counts every collection on the dashboard and leads to its list', async () => {
    await openScreen(api, '/dashboard');

    const main = await screen.findByRole('main');
    const card = await within(main).findByRole('link', { name: 'Books 7' });

    expect(card.getAttribute('href')).toBe('/books/overview');
    expect(await within(main).findByRole('link', { name: 'Authors 2' })).toBeTruthy();
  });

  test('lists the latest changes, with records created together on one line', async () => {
    await openScreen(api, '/dashboard');

    const many = await screen.findByRole('link', { name: 'Books: 7 records' });
    const one = await screen.findByRole('link', { name: 'Bo' });

    // Who that was is read after what they did.
    await waitFor(() => expect(many.closest('li')?.textContent).toContain('created by admin'));
    expect(one.getAttribute('href')).toMatch(/^\/authors\/details\//);
  });

  test('shows the raw JSON of the info endpoint', async () => {
    const { user } = await openScreen(api, '/info/overview');
    expect(await screen.findByText(/^Responds in [\d,]+ ms$/)).toBeTruthy();
    expect(document.querySelector('details')?.textContent).toContain('"version": "0.0.0-test"');
    await user.click(screen.getByRole('button', { name: 'Collapse all' }));
    expect(document.querySelectorAll('details[open]')).toHaveLength(1);
  });

  test.each([
    ['/books', '/books/overview'],
    ['/info', '/info/overview'],
    ['/admin', '/admin/overview'],
    ['/structure', '/structure/overview'],
    ['/tools', '/tools/overview'],
    ['/login', '/dashboard'],
    ['/register', '/dashboard'],
    ['/forgotPassword', '/dashboard'],
    ['/resetpassword/1/2', '/dashboard'],
  ])('at %s is the page of %s', async (path, shown) => {
    const { address } = await openScreen(api, path);

    await waitFor(() => expect(address()).toBe(shown));
  });

  test.each(['/components', '/forms/regular', '/table-list', '/pages/user', '/mapping'])(
    'does not exist at %s',
    async (path) => {
      await openScreen(api, path);

      expect(await screen.findByRole('heading', { level: 2, name: 'Page not found' })).toBeTruthy();
    },
  );

  test('is reported as not found, with links elsewhere', async () => {
    await openScreen(api, '/nothing/here');

    expect(await screen.findByRole('heading', { level: 2, name: 'Page not found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toBeTruthy();
  });
});
