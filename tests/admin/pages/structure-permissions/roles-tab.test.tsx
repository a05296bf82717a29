import { fireEvent } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openScreen, screen, within } from '../../../support/screen.tsx';
import { openStructureScreens } from '../../../support/structure-screens.ts';

const library = await openStructureScreens((source) => {
  delete source.roles.dev.all;
  source.roles.staff = { configure: true };
});

const openRoles = (role: string) =>
  openScreen(library, `/structure/overview?tab=roles&role=${role}`, { as: 'staff' });

describe('the roles', () => {
  test('are added with a label, from which the name follows', async () => {
    await openRoles('viewer');

    fireEvent.change(await screen.findByRole('textbox', { name: 'New role (English)' }), {
      target: { value: 'Night watch' },
    });
    expect(screen.getByText('Its name: nightWatch')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Add role' }));

    expect(await screen.findByRole('heading', { name: 'Night watch' })).toBeTruthy();
    expect(await screen.findByText('2 changes')).toBeTruthy();
  });

  test('are there to be changed as soon as they are chosen', async () => {
    await openRoles('viewer');
    const role = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Role' });

    // As the browser does it: the helpers of tests would wait until all is drawn.
    role.value = 'admin';
    role.dispatchEvent(new Event('change', { bubbles: true }));
    await Promise.resolve();

    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('admin');
  });

  test('are removed with what names them', async () => {
    await openRoles('viewer');

    fireEvent.click(await screen.findByRole('button', { name: 'Remove role' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Remove role' }));

    expect(await screen.findByText(/^\d+ changes$/)).toBeTruthy();
    expect(screen.queryByRole('option', { name: 'Viewer' })).toBeNull();
  });

  test('keep the last that may do everything', async () => {
    await openRoles('admin');

    const remove = await screen.findByRole<HTMLButtonElement>('button', { name: 'Remove role' });

    expect(remove.disabled).toBe(true);
    expect(screen.getByText(/^This is the last role that may do everything/)).toBeTruthy();
    expect(screen.queryByRole('switch', { name: 'All' })).toBeNull();
  });

  test('warn those who would lose the right to change them', async () => {
    await openRoles('staff');

    fireEvent.click(await screen.findByRole('switch', { name: 'Configure' }));

    expect(await screen.findByText(/^After this change your own role may no longer/)).toBeTruthy();
  });
});
