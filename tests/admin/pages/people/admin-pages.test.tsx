import { describe, expect, test } from 'vitest';
import { writeAudit } from '../../../../src/store/system/audit/write-audit.ts';
import { emailOf } from '../../../support/api.ts';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { screenLibrary } from '../../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../../support/screen.tsx';

const api = await openScreensOf(screenLibrary);
await api.addUser('forgetful', 'viewer');
for (const name of ['forgetful', 'staff'])
  await api.call('POST', '/api/users/forgotpassword', { body: { email: emailOf(name) } });
await api.call('PUT', `/api/admin/user/${api.userId('forgetful')}/role`, {
  as: 'admin',
  body: { role: 'staff' },
});

const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent ?? '');

describe('the outbox', () => {
  test('lists the mails with their states, and never a secret link', async () => {
    const { rows } = await api.database.query<{ token: string }>(
      'select token from backoffice.outbox where token is not null',
    );
    await openScreen(api, '/admin/outbox');

    const mails = await rowsOf('Outbox');

    expect(mails).toHaveLength(3);
    expect(mails.join()).toContain(emailOf('forgetful'));
    expect(mails.join()).toContain('Reset password');
    expect(mails.join()).toContain('Waiting');
    expect(rows).toHaveLength(2);
    for (const { token } of rows) expect(document.body.innerHTML).not.toContain(token);
  });

  test('is filtered by its URL', async () => {
    const { user, address } = await openScreen(api, '/admin/outbox?q=staff');
    await waitFor(async () => expect(await rowsOf('Outbox')).toHaveLength(1));

    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'sent');

    expect(await screen.findByText('No matching emails.')).toBeTruthy();
    expect(address()).toBe('/admin/outbox?q=staff&state=sent');
  });

  test('shows admins in the overview which mails need them, and sends them again', async () => {
    await api.database.query(
      `update backoffice.outbox set state = 'parked', ended_at = now(), error = 'No such mailbox'
       where to_address = $1`,
      [emailOf('staff')],
    );
    const { user } = await openScreen(api, '/admin/overview');
    await screen.findByText('One email could not be delivered and needs your attention.');
    await user.click(screen.getByRole('link', { name: 'Open outbox' }));
    await screen.findByText('No such mailbox');

    await user.click(screen.getByRole('button', { name: `Send again: ${emailOf('staff')}` }));

    expect(await screen.findByText('The email is being sent again')).toBeTruthy();
    expect(await screen.findByText('No matching emails.')).toBeTruthy();
  });
});

describe('the audit', () => {
  test('shows who did what to whom', async () => {
    await openScreen(api, '/admin/audit?action=roleChanged');

    const [row = '', ...others] = await rowsOf('Audit');

    expect(others).toEqual([]);
    for (const part of ['Role changed', 'admin', 'from: viewer', 'to: staff'])
      expect(row).toContain(part);
  });

  test.each([
    ['en', 'Audit', 'by: a command on the server', 'create or update'],
    ['de', 'Protokoll', 'einen Befehl auf dem Server', 'anlegen oder ändern'],
  ] as const)('has words in %s for each recorded action', async (language, name, by, mode) => {
    const detail = { by: 'command', mode: 'upsert' };
    await writeAudit(api.database, { action: 'imported', actor: null, detail });
    await openScreen(api, '/admin/audit?action=imported', { language });

    const [row = ''] = await rowsOf(name);

    for (const part of [by, mode]) expect(row).toContain(part);
  });

  test('is filtered by actor, found by name', async () => {
    const { user, address } = await openScreen(api, '/admin/audit');
    await rowsOf('Audit');

    await user.type(screen.getByRole('combobox', { name: 'Who' }), 'forgetf');
    await user.click(await screen.findByRole('option', { name: /forgetful/ }));

    await waitFor(() => expect(address()).toBe(`/admin/audit?actor=${api.userId('forgetful')}`));
    expect(await screen.findByText('No matching entries.')).toBeTruthy();
  });

  test('names the people concerned, and is filtered by them', async () => {
    const { user, address } = await openScreen(api, '/admin/audit');
    const rows = await rowsOf('Audit');
    expect(rows.find((row) => row.includes('Role changed'))).toContain('forgetful');

    await user.type(screen.getByRole('combobox', { name: 'Affected user' }), 'forgetf');
    await user.click(await screen.findByRole('option', { name: /forgetful/ }));

    await waitFor(() => expect(address()).toBe(`/admin/audit?about=${api.userId('forgetful')}`));
    await waitFor(async () => {
      const shown = await rowsOf('Audit');
      expect(shown).not.toEqual([]);
      expect(shown.filter((row) => !row.includes('forgetful'))).toEqual([]);
    });
  });

  test('filters by whole days', async () => {
    const open = '/admin/audit?from=2026-01-01&to=2026-01-02';
    const { calls, user, address } = await openScreen(api, open);
    await screen.findByText('No matching entries.');

    const [call = ''] = calls().filter((each) => each.includes('/api/admin/audit'));

    const query = new URLSearchParams(call.split('?')[1]);
    expect(query.get('from')).toBe('2026-01-01');
    expect(query.get('to')).toBe('2026-01-02');
    // Written as days are everywhere, and one that is half typed is none yet.
    const from = screen.getByRole<HTMLInputElement>('textbox', { name: 'From' });
    expect(from.value).toBe('01.01.2026');
    await user.clear(from);
    await user.type(from, '2.12.2025');
    await waitFor(() => expect(address()).toContain('from=2025-12-02'));
  });

  test('is shown in German', async () => {
    await openScreen(api, '/admin/audit?action=roleChanged', { language: 'de' });

    const [row = ''] = await rowsOf('Protokoll');

    expect(row).toContain('Rolle geändert');
  });
});
