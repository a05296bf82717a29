import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseDescriptor } from '../../../src/descriptor/read/parse-descriptor.ts';
import { bringAllNear } from '../../support/near-observer.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import {
  closeScreen,
  gridCell,
  openScreen,
  screen,
  startEditing,
  waitFor,
  within,
} from '../../support/screen.tsx';
import { fillWorld } from '../../worlds/fill-world.ts';
import { school } from '../../worlds/worlds.ts';

const parsed = parseDescriptor(readFileSync(school.descriptor, 'utf8'));
if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
const world = { ...school, declared: parsed.descriptor, admin: 'admin' };
const record = (number: number) => `/enrolments/details/enrolment-${number}`;
const statusOf = async (number: number) =>
  (await api.call('GET', `/api/enrolments/enrolment-${number}`, { as: 'admin' })).json.status;

bringAllNear();
const api = await openScreensOf(() => world.declared, {
  clear: async ({ database }) => {
    await database.query('truncate enrolments cascade');
  },
});

const fill = async (): Promise<void> => {
  await api.database.query(
    'truncate enrolments, lessons, pupils, classes, classes__teachers, "openDays", visits',
  );
  await api.database.query("delete from users where email not like '%@example.org'");
  await fillWorld(world, api);
};

test('a step whose condition does not hold is disabled and says why', async () => {
  await fill();
  await openScreen(api, record(3), { as: 'office' });

  const blocked = await screen.findByRole('button', { name: 'Enrol' });

  expect(blocked.getAttribute('aria-disabled')).toBe('true');
  const note = document.getElementById(blocked.getAttribute('aria-describedby')!);
  expect(note?.textContent).toBe('The fee is not paid yet.');
  // Steps from other states are not there at all.
  expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull();
});

test('a step asks for the fields of its form and runs', async () => {
  await fill();
  const { user } = await openScreen(api, record(1), { as: 'office' });

  await user.click(await screen.findByRole('button', { name: 'Cancel enrolment' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel enrolment' });
  const act = within(dialog).getByRole('button', { name: 'Cancel enrolment' });
  await user.click(act);
  await within(dialog).findByText('Is required');
  await user.type(within(dialog).getByRole('textbox', { name: /Note/ }), 'moved away');
  await user.click(act);

  await screen.findByRole('button', { name: 'Reopen' });
  expect(await statusOf(1)).toBe('cancelled');
});

test('a form offers only the current state and the possible steps', async () => {
  await fill();
  const { user } = await openScreen(api, record(1), { as: 'office' });
  await startEditing(user);

  await user.click(await screen.findByRole('combobox', { name: /Status/ }));

  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(options).toEqual(['Enrolled', 'Finished', 'Cancelled']);
});

test('a form shows a final state and says that no step leads on', async () => {
  await fill();
  const { user } = await openScreen(api, record(4), { as: 'office' });

  await startEditing(user);

  await screen.findByText('Your role cannot change this state.');
  expect(screen.queryByRole('combobox', { name: /Status/ })).toBeNull();
});

test('a role that sees only open records closes one, and returns to the list', async () => {
  await fill();
  const { user, address } = await openScreen(api, record(2), { as: 'reception' });

  await user.click(await screen.findByRole('button', { name: 'Cancel enrolment' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel enrolment' });
  await user.type(within(dialog).getByRole('textbox', { name: /Note/ }), 'too far');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel enrolment' }));

  await screen.findByText(/You no longer see it with your role/);
  await waitFor(() => expect(address()).toMatch(/^\/enrolments\/overview/));
  expect(await statusOf(2)).toBe('cancelled');
});

test('a bulk step runs for the records for which it is possible', async () => {
  await fill();
  const { user } = await openScreen(api, '/enrolments/overview', { as: 'office' });
  await gridCell('No free place.');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  const bar = await screen.findByRole('toolbar', { name: 'Selected records' });

  await user.click(within(bar).getByRole('button', { name: 'Finish' }));
  const dialog = await screen.findByRole('dialog', { name: 'Finish' });
  await within(dialog).findByText(/^4 selected records are left out/);
  await user.click(within(dialog).getByRole('button', { name: 'Finish' }));

  await waitFor(async () => expect(await statusOf(1)).toBe('finished'));
});

test('a board offers the columns to which steps lead', async () => {
  await fill();
  const board = '/enrolments/overview?as=board:status';
  const { user } = await openScreen(api, board, { as: 'office' });
  await user.click(
    await screen.findByRole('button', { name: 'Menu for Ada Keller · Piano for beginners' }),
  );

  await user.click(await screen.findByRole('menuitem', { name: /^Move/ }));

  const offered = await screen.findAllByRole('menuitemradio');
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'Enrolled',
    'Finished',
    'Cancelled',
  ]);
});

test('the structure shows the steps with their roles, in both languages', async () => {
  await fill();
  const path = '/structure/overview?tab=states';
  await openScreen(api, path, { as: 'office' });
  await screen.findByRole('img', { name: 'Status: states and steps' });
  expect(
    screen.getByText('Cancel enrolment', { selector: 'strong' }).parentElement?.textContent,
  ).toBe(
    'Cancel enrolment: Applied, Enrolled → Cancelled; by Head of school, Office, Reception; needs Note; emails pupil.email',
  );

  closeScreen();
  await openScreen(api, path, { as: 'office', language: 'de' });
  await screen.findByText('Neue Datensätze beginnen als Angemeldet');
});
