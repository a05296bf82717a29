import { describe, expect, test } from 'vitest';
import { toDescriptor } from '../../../../src/descriptor/read/to-descriptor.ts';
import { PASSWORD } from '../../../support/api.ts';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { allMailsTo } from '../../../support/people.ts';
import { screenLibrary } from '../../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../../support/screen.tsx';

const source = structuredClone(screenLibrary().source);
Object.assign(source.resources['users']!.fields['status']!, {
  choices: ['pending', 'confirmed', { value: 'disabled', label: 'Locked out' }, 'invited'],
});
const library = toDescriptor(source);
const api = await openScreensOf(() => library);

/** By the public route, as anybody, and with the link of the mail used; each from an office of their own. */
let offices = 0;
async function register(name: string, more: object = {}, isProven = true): Promise<void> {
  offices += 1;
  const body = {
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@asks.example`,
    organisation: 'Asking Ltd',
    password: PASSWORD,
    acceptedTerms: true,
    ...more,
  };
  const { status, text } = await api.call('POST', '/api/users/', {
    body,
    address: `10.0.${offices}.1`,
  });
  if (status !== 201) throw new Error(text);
  if (isProven) await proveAddress(body.email);
}

async function proveAddress(email: string): Promise<void> {
  const mail = (await allMailsTo(api, email)).findLast(({ kind }) => kind === 'proveEmail')!;
  const body = { id: mail.data.userId, token: mail.token };
  const { status } = await api.call('POST', '/api/users/proveemail', { body });
  if (status !== 204) throw new Error(`the address is not proven: ${status}`);
}

const userCalled = async (name: string) => {
  const { json } = await api.call('GET', `/api/users?name=${encodeURIComponent(name)}`, {
    as: 'admin',
  });
  return json.data[0];
};

const itemOf = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name });
  return within(heading.closest('li')!);
};

describe('the requests', () => {
  test('show organisation, domain and age, and let an admin approve with a role', async () => {
    await register('Nora New');
    const { user } = await openScreen(api, '/admin/overview');
    const item = await itemOf('Nora New');
    expect(item.getByText(/nora\.new@asks\.example · Asking Ltd/)).toBeTruthy();
    expect(item.getByText('asks.example')).toBeTruthy();
    expect(item.getByText(/second|minute|now/)).toBeTruthy();

    await user.selectOptions(item.getByRole('combobox', { name: 'Role for Nora New' }), 'staff');
    await user.click(item.getByRole('button', { name: 'Approve: Nora New' }));

    expect(await screen.findByText('Nora New has been approved')).toBeTruthy();
    expect(await screen.findByText('Nobody is waiting.')).toBeTruthy();
    expect(await userCalled('Nora New')).toMatchObject({ status: 'confirmed', role: 'staff' });
  });

  test('are marked while their address is unconfirmed, and approved only after a warning', async () => {
    await register('Una Unproven', {}, false);
    const { user } = await openScreen(api, '/admin/overview');
    const item = await itemOf('Una Unproven');
    expect(item.getByText('Address not confirmed')).toBeTruthy();

    await user.click(item.getByRole('button', { name: 'Approve: Una Unproven' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/una\.unproven@asks\.example/)).toBeTruthy();
    expect(await userCalled('Una Unproven')).toMatchObject({ status: 'pending' });
    await user.click(dialog.getByRole('button', { name: 'Approve anyway' }));

    expect(await screen.findByText('Una Unproven has been approved')).toBeTruthy();
    expect(await userCalled('Una Unproven')).toMatchObject({ status: 'confirmed' });
  });

  test('are rejected with a reason, and disappear', async () => {
    await register('Rob Rejected');
    const { user } = await openScreen(api, '/admin/overview');
    const item = await itemOf('Rob Rejected');

    await user.click(item.getByRole('button', { name: 'Reject…: Rob Rejected' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Not one of us');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));

    expect(await screen.findByText('Rob Rejected has been rejected')).toBeTruthy();
    expect(await userCalled('Rob Rejected')).toBeUndefined();
  });

  test('name existing users who may be the same person', async () => {
    await api.addUser('Dora Double', 'viewer');
    await register('Dora Double', { email: 'dora@elsewhere.example' });
    await openScreen(api, '/admin/overview');

    const item = await itemOf('Dora Double');

    expect(item.getByText(/May already have an account/)).toBeTruthy();
    expect(item.getByText(/same name/)).toBeTruthy();
    expect(item.getByRole('link', { name: 'Dora Double' }).getAttribute('href')).toBe(
      `/users/details/${api.userId('Dora Double')}`,
    );
  });

  test('are decided together, with a summary in the wording of the specification', async () => {
    await register('Ada Alpha');
    await register('Bea Beta');
    const { user } = await openScreen(api, '/admin/overview');
    await itemOf('Ada Alpha');
    // Somebody else is quicker with one of them.
    for (const name of ['Ada Alpha', 'Bea Beta'])
      await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
    const gone = await userCalled('Bea Beta');
    await api.call('DELETE', `/api/users/${gone._id}`, {
      as: 'dev',
      headers: { 'If-Match': '*' },
    });

    const role = screen.getByRole('combobox', { name: 'Role for all selected registrations' });
    await user.selectOptions(role, 'viewer');
    await user.click(screen.getByRole('button', { name: 'Approve 2' }));

    const dialog = within(await screen.findByRole('dialog', { name: 'Result' }));
    expect(dialog.getByText('Operation lead to the following results')).toBeTruthy();
    const lines = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines).toEqual(['Entries found: 2', 'Updated: 1', 'Failed: 1']);
    expect(await userCalled('Ada Alpha')).toMatchObject({ status: 'confirmed', role: 'viewer' });
  });

  test('are counted in the menu', async () => {
    await register('Mia Menu');
    await openScreen(api, '/dashboard');

    const nav = await screen.findByRole('navigation', { name: 'Main menu' });

    const link = within(nav).getByRole('link', { name: /Administration/ });
    expect(await within(link).findByRole('img', { name: /wait/ })).toBeTruthy();
  });
});

describe('the invitations', () => {
  test('show what was understood of a pasted list, and the result for each address', async () => {
    await api.addUser('Here Already', 'viewer');
    const { user } = await openScreen(api, '/admin/overview');
    const text = await screen.findByRole('textbox', { name: 'Email addresses' });

    await user.click(text);
    await user.paste(
      'Ivy Invited <ivy@invited.example>\nHere Already@example.org\nnobody\nivy@invited.example',
    );
    expect(await screen.findByText('2 to invite · 2 left out')).toBeTruthy();
    expect(screen.getByText(/Ivy Invited · ivy@invited\.example – will be invited/)).toBeTruthy();
    expect(screen.getByText(/nobody – not an email address/)).toBeTruthy();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'staff');
    await user.click(screen.getByRole('button', { name: 'Invite 2' }));

    const results = within(await screen.findByRole('table', { name: 'Result' }));
    expect(results.getByRole('row', { name: 'ivy@invited.example invited' })).toBeTruthy();
    expect(await userCalled('Ivy Invited')).toMatchObject({ status: 'invited', role: 'staff' });
    expect(screen.getByText('Operation lead to the following results')).toBeTruthy();
  });
});

describe('the pages for admins', () => {
  test.each([
    ['en', /^Emails have been waiting since .*2026/],
    ['de', /^Seit .*2026.* warten E-Mails/],
  ] as const)('show in %s since when mails wait', async (language, said) => {
    await register('Wim Waits');
    await api.database.query(
      `update backoffice.outbox set waits_since = '2026-01-02T03:04:05Z'
       where id = (select id from backoffice.outbox limit 1)`,
    );

    await openScreen(api, '/admin/overview', { language });

    expect(await screen.findByText(said)).toBeTruthy();
    await api.database.query('update backoffice.outbox set waits_since = now()');
  });

  test('count the users by status and role', async () => {
    await openScreen(api, '/admin/widgets');

    const table = within(await screen.findByRole('table', { name: 'By role and status' }));

    expect(table.getByRole('columnheader', { name: 'Approved' })).toBeTruthy();
    // The descriptor may name a status; what it means stays.
    expect(table.getByRole('columnheader', { name: 'Locked out' })).toBeTruthy();
    const statuses = within(screen.getByRole('list', { name: 'Users' }));
    const locked = /^Locked out \d+ They cannot sign in\. All their sessions have ended\.$/;
    expect(statuses.getByRole('link', { name: locked })).toBeTruthy();
    expect(table.getAllByRole('row').length).toBeGreaterThan(4);
    expect(await screen.findByRole('table', { name: 'Recent sign-ins' })).toBeTruthy();
  });

  test.each(['overview', 'widgets', 'files', 'outbox', 'audit'])(
    'tell other users that they cannot open %s, and request nothing',
    async (part) => {
      const { calls } = await openScreen(api, `/admin/${part}`, { as: 'staff' });

      expect(await screen.findByRole('heading', { level: 2, name: 'Access denied' })).toBeTruthy();
      expect(calls().filter((call) => call.includes('/api/admin/'))).toEqual([]);
      const nav = screen.getByRole('navigation', { name: 'Main menu' });
      expect(within(nav).queryByRole('link', { name: /Administration/ })).toBeNull();
    },
  );

  test('open on the overview', async () => {
    const { address } = await openScreen(api, '/admin');

    await waitFor(() => expect(address()).toBe('/admin/overview'));
  });

  test('are shown in German', async () => {
    await openScreen(api, '/admin/overview', { language: 'de' });

    expect(
      await screen.findByRole('heading', { level: 2, name: /Warten auf Freigabe/ }),
    ).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: 'Einladen' })).toBeTruthy();
  });
});
