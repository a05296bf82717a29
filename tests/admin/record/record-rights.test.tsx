import { expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../support/library.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const may = ['list', 'read'];
const filter = { 'team.members': '$user' };

/** Everybody sees the tickets, and changes those of their teams. */
const source = {
  app: { languages: ['en', 'de'] },
  roles: { admin: { all: true }, staff: {} },
  resources: {
    users: librarySource.resources.users,
    teams: {
      fields: { name: { type: 'text' }, members: { type: 'references', to: 'users' } },
      permissions: { staff: may },
    },
    tickets: {
      fields: { name: { type: 'text' }, team: { type: 'reference', to: 'teams' } },
      permissions: { staff: { list: true, read: true, update: filter, delete: filter } },
    },
  },
};

const desk = await openScreensOf(() => toDescriptor(source));
const add = (resource: string, body: object) =>
  desk.call('POST', `/api/${resource}`, { as: 'admin', body });
await add('teams', { _id: 'mine', name: 'Mine', members: [desk.userId('staff')] });
await add('teams', { _id: 'theirs', name: 'Theirs' });
await add('tickets', { _id: 't1', name: 'Lamp', team: 'mine' });
await add('tickets', { _id: 't2', name: 'Door', team: 'theirs' });

test('a record of another team is read-only, and one of the own team is not', async () => {
  await openScreen(desk, '/tickets/details/t2', { as: 'staff' });
  await screen.findByText('Theirs');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();

  await openScreen(desk, '/tickets/details/t1', { as: 'staff' });
  await screen.findByText('Mine');
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
});

test.each([
  ['en', 'update: No', 'The record does not match: Team › Members = the user'],
  ['de', 'ändern: Nein', 'Der Datensatz passt nicht: Team › Members = der Benutzer'],
] as const)('an admin sees why a person cannot change a record (%s)', async (language, no, why) => {
  const person = desk.userId('staff');
  const path = `/structure/overview?tab=permissions&resource=tickets&user=${person}`;
  const { user } = await openScreen(desk, path, { language });
  const name = language === 'en' ? 'One record and one person' : 'Ein Datensatz und eine Person';
  const part = within((await screen.findByRole('heading', { name })).closest('section')!);
  await user.type(part.getByRole('textbox'), 't2');

  const answer = (await part.findByText('staff (Staff)')).parentElement!;
  expect(answer.textContent).toContain(no);
  expect(answer.textContent).toContain(why);
});
