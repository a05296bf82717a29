import { describe, expect, test } from 'vitest';
import { openScreen, screen, waitFor, within } from '../../../support/screen.tsx';
import { openStructureScreens } from '../../../support/structure-screens.ts';

const library = await openStructureScreens((source) => {
  source.roles.viewer = { devMenu: true };
  source.roles.staff = { configure: true };
});

const openApp = (as: 'staff' | 'viewer') =>
  openScreen(library, '/structure/overview?tab=app', { as });

describe('the settings of the app', () => {
  test('are changed by those who may configure', async () => {
    await openApp('viewer');

    await screen.findByRole('tab', { name: 'Data dictionary' });
    expect(screen.queryByRole('tab', { name: 'App' })).toBeNull();
  });

  test('name what counts without a choice', async () => {
    await openApp('staff');
    const active = await screen.findByLabelText('Active');

    const [first] = within(active).getAllByRole('option', { hidden: true });

    expect(first!.textContent).toBe('Default: Green');
  });

  test('offer its menu groups to a page, and fields of its collection to a card', async () => {
    const { user } = await openApp('staff');
    const groups = await screen.findByRole('group', { name: 'Groups' });
    await user.click(within(groups).getByRole('button', { name: 'Add' }));
    await user.type(
      within(groups).getByLabelText('Label (English)', { selector: 'input' }),
      'Shelves{Enter}',
    );
    const dashboard = screen.getByRole('group', { name: 'Dashboard' });
    await user.click(within(dashboard).getByRole('button', { name: 'Add' }));
    await user.selectOptions(within(dashboard).getByLabelText('Resource'), 'books');

    await user.selectOptions(within(dashboard).getByLabelText('By'), 'Pages');

    const pages = screen.getByRole('group', { name: 'Pages' });
    await user.click(within(pages).getByRole('button', { name: 'Add' }));
    expect(
      within(within(pages).getByLabelText('Group')).getByRole('option', { name: 'Shelves' }),
    ).toBeTruthy();
  });

  test('limit the records of a card, within what it can show', async () => {
    const { user } = await openApp('staff');
    const dashboard = await screen.findByRole('group', { name: 'Dashboard' });
    await user.click(within(dashboard).getByRole('button', { name: 'Add' }));
    await user.selectOptions(within(dashboard).getByLabelText('Resource'), 'books');
    await user.selectOptions(within(dashboard).getByLabelText('Kind'), 'list');
    const limit = within(dashboard).getByLabelText('Limit');

    await user.type(limit, '2000{Enter}');
    await waitFor(() => expect(limit.getAttribute('aria-invalid')).toBe('true'));
    await user.clear(limit);
    await user.type(limit, '3{Enter}');

    await waitFor(() => expect(limit.getAttribute('aria-invalid')).not.toBe('true'));
  });
});
