import { describe, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { fileOf } from '../../support/file-of.ts';
import { deskDescriptor, deskSource } from '../../support/desk.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import {
  openScreen,
  screen,
  startScreens,
  stopScreens,
  tableRows,
  waitFor,
  within,
} from '../../support/screen.tsx';

const page = '/structure/overview';

const desk = await openScreensOf(deskDescriptor);
await addRecords(desk, '/api/tickets', [{ number: '1', subject: 'One' }]);

describe('the page about the structure', () => {
  test('is in the menu of permitted roles, and shows all fields with their settings', async () => {
    const { user, address } = await openScreen(desk, '/dashboard');
    const menu = await screen.findByRole('navigation', { name: 'Main menu' });

    await user.click(within(menu).getByRole('link', { name: 'Structure' }));

    const rows = await tableRows('Tickets');
    expect(address()).toBe(page);
    expect(rows[0]?.slice(0, 6)).toEqual(['number', 'Number', 'text', '', 'yes', 'yes']);
    expect(rows[2]?.slice(2, 4)).toEqual([
      'one choice',
      'one of draft, published, closed; default: draft',
    ]);
    expect(rows[3]?.[9]).toBe('users');
  });

  test('shows types and defaults in German', async () => {
    await openScreen(desk, page, { language: 'de' });

    const rows = await tableRows('Tickets');

    expect(rows[0]?.[2]).toBe('Text');
    expect(rows[2]?.slice(2, 4)).toEqual([
      'eine Auswahl',
      'einer von draft, published, closed; Standardwert: draft',
    ]);
  });

  test('is hidden from other roles, and sends no request for them', async () => {
    const { calls } = await openScreen(desk, page, { as: 'agent' });

    await screen.findByRole('heading', { name: 'Access denied', level: 2 });

    expect(calls()).not.toContain('GET /api/structure');
    expect(screen.queryByRole('link', { name: 'Structure' })).toBeNull();
  });

  test('finds fields by any word, and marks the field in the URL', async () => {
    const { user } = await openScreen(desk, `${page}#tickets.parent`);
    await screen.findByRole('table', { name: 'Tickets' });

    await user.type(screen.getByRole('searchbox'), 'tickets link');

    await screen.findByText('4 fields');
    const parent = document.getElementById('tickets.parent');
    expect(parent?.className).toContain('Mui-selected');
    expect(await tableRows('Notes')).toHaveLength(2);
    expect(screen.queryByRole('table', { name: 'Users' })).toBeNull();
  });

  test('shows that the file differs from what is applied, and what it would change', async () => {
    const source = structuredClone(deskSource) as Record<string, any>;
    source.resources.notes.fields.added = { type: 'text' };
    const replica = await desk.openReplica({ descriptorFiles: fileOf(toDescriptor(source)) });
    await stopScreens();
    startScreens(replica);
    try {
      const { user, address } = await openScreen(replica, page);

      const note = await screen.findByText(
        'The file resources.json differs from the applied descriptor.',
      );
      await user.click(
        within(note.closest<HTMLElement>('[role="alert"]')!).getByRole('button', { name: 'Show' }),
      );

      expect(address()).toBe(`${page}?tab=plan`);
      expect(await screen.findByText('adds the field added to notes')).toBeTruthy();
      expect(screen.getByText(/^npx backoffice apply --plan [0-9a-f]+$/)).toBeTruthy();
    } finally {
      await stopScreens();
      startScreens(desk);
      await replica.close();
    }
  });

  test('shows how row permissions slow down lists', async () => {
    await openScreen(desk, `${page}?tab=permissions`);

    const rows = await tableRows('Costs of limited lists');
    expect(
      rows.map(([role, list, , factor]) => [role, list, /^[\d.]+ ×$/.test(factor ?? '')]),
    ).toContainEqual(['Agent', 'Tickets', true]);
  });

  test('explains why a role can change only some records', async () => {
    const { user, address } = await openScreen(desk, `${page}?tab=permissions`);

    await user.click(
      await screen.findByRole('button', { name: 'Agent, update, Tickets: Some records' }),
    );

    const answer = await screen.findByText(/for records that match/);
    const limits = within(answer.closest<HTMLElement>('[role="none"]')!).getAllByRole('listitem');
    expect(limits.map(({ textContent }) => textContent)).toEqual([
      'list: Assigned to = the user or Assigned to is empty',
      'update: Assigned to = the user and Status ≠ “closed”',
    ]);
    expect(address()).toContain('role=agent&resource=tickets&operation=update');
  });

  test('answers a question with records chosen from lists, in German too', async () => {
    const { user } = await openScreen(desk, `${page}?tab=permissions`, { language: 'de' });

    // Below it stands the choice as whom to see the app.
    const [role] = await screen.findAllByLabelText('Rolle');
    await user.selectOptions(role!, 'reader');
    await user.selectOptions(screen.getByLabelText('Vorgang'), 'delete');
    await user.selectOptions(screen.getByLabelText('Sammlung'), 'notes');

    const answer = await screen.findByText(/^Die Berechtigungen von Notes/);
    expect(answer.textContent).toBe(
      'NeinDie Berechtigungen von Notes gewähren der Rolle Reader „löschen“ nicht.',
    );
  });

  test('draws the resources as links to their lists, and lists the references', async () => {
    const { user, address } = await openScreen(desk, `${page}?tab=diagram`);

    const box = await screen.findByRole('link', { name: 'Tickets: open the list, 1 record' });
    expect(screen.getByText('Notes · Related → Tickets (several)')).toBeTruthy();
    expect(document.querySelectorAll('path[marker-end]')).toHaveLength(4);
    await user.click(box);

    await waitFor(() => expect(address()).toContain('/tickets/overview'));
  });
});
