import { describe, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { deskSource } from '../../support/desk.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { openScreen, screen, within } from '../../support/screen.tsx';

/** Ten more resources, which only admins know of. */
const extra = Object.fromEntries(
  Array.from({ length: 10 }, (_, index) => [
    `extra${index + 1}`,
    { label: `Extra ${index + 1}`, fields: { name: { type: 'text' } } },
  ]),
);

const officeGroup = { key: 'office', label: 'Office', builtIn: ['administration', 'tools'] };

const desk = await openScreensOf(() =>
  toDescriptor({
    ...deskSource,
    app: { ...deskSource.app, groups: [...deskSource.app.groups, officeGroup] },
    resources: { ...deskSource.resources, ...extra },
  }),
);

describe('the menu', () => {
  const menu = () => screen.findByRole('navigation', { name: 'Main menu' });
  const links = async () =>
    within(await menu())
      .getAllByRole('link')
      .map((link) => link.getAttribute('aria-label') ?? link.textContent);

  const office = async () =>
    within(within(await menu()).getByRole('list', { name: 'Office' }))
      .getAllByRole('link')
      .map((link) => link.textContent);

  test('lists entries without a group first, then the groups in their order', async () => {
    await openScreen(desk, '/dashboard', { as: 'agent' });

    expect(await links()).toEqual(['Dashboard', 'Inbox', 'Notes', 'Users', 'Tickets', 'Tools']);
    expect(within(await menu()).getByRole('list', { name: 'Work' })).toBeTruthy();
  });

  test('has only the built-in pages that the role can open', async () => {
    await openScreen(desk, '/dashboard', { as: 'agent' });
    expect(await office()).toEqual(['Tools']);
  });

  test('lists built-in pages without a group below the groups', async () => {
    await openScreen(desk, '/dashboard');

    expect(await office()).toEqual(['Administration', 'Tools']);
    const all = await links();
    expect(all.slice(all.indexOf('Administration'))).toEqual([
      'Administration',
      'Tools',
      'Recent changes',
      'Structure',
      ...all.slice(all.indexOf('Structure') + 1),
    ]);
  });

  test('remembers which groups are closed', async () => {
    const { user } = await openScreen(desk, '/dashboard', { as: 'agent' });
    const heading = await screen.findByRole('button', { name: 'Work' });
    expect(heading.getAttribute('aria-expanded')).toBe('true');

    await user.click(heading);

    expect(heading.getAttribute('aria-expanded')).toBe('false');
    expect(await links()).toEqual(['Dashboard', 'Inbox', 'Notes', 'Users', 'Tools']);
    expect(localStorage.getItem('closedGroups')).toBe('work');
  });

  test('shows every entry when it is minimised, also those of closed groups', async () => {
    localStorage.setItem('closedGroups', 'work');
    const { user } = await openScreen(desk, '/dashboard', { as: 'agent' });
    await user.click(await screen.findByRole('button', { name: 'Minimise the sidebar' }));

    expect(await links()).toEqual(['Dashboard', 'Inbox', 'Notes', 'Users', 'Tickets', 'Tools']);
    await user.click(screen.getByRole('button', { name: 'Expand the sidebar' }));
  });

  test('can be searched when it is long, and Enter opens the first match', async () => {
    const { user, address } = await openScreen(desk, '/dashboard');
    await user.type(await screen.findByRole('searchbox', { name: 'Search the menu' }), 'extra 1');

    expect(await links()).toEqual(['Extra 1', 'Extra 10']);
    expect(screen.getByText('2 entries found')).toBeTruthy();

    await user.keyboard('{Enter}');
    expect(address()).toBe('/extra1/overview');
    expect(await links()).toContain('Extra 7');
  });

  test('has no search while it is short', async () => {
    await openScreen(desk, '/dashboard', { as: 'agent' });
    await menu();

    expect(screen.queryByRole('searchbox', { name: 'Search the menu' })).toBeNull();
  });
});
