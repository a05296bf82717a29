import { beforeAll, expect, test } from 'vitest';
import { closeTicket, deskDescriptor } from '../../support/desk.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import { closeScreen, openScreen, screen, within } from '../../support/screen.tsx';

const desk = await openScreensOf(deskDescriptor, { actions: [closeTicket] });
beforeAll(async () => {
  const tickets = Array.from({ length: 6 }, (_, index) => ({
    number: `${index + 1}`,
    subject: `Ticket ${index + 1}`,
  }));
  await addRecords(desk, '/api/tickets', tickets);
});

test('an action that changes the record is not offered for a read-only row', async () => {
  const agent = desk.userId('agent');
  await addRecords(desk, '/api/tickets', [
    { _id: 'mine', number: 'm', subject: 'Mine', assignedTo: agent },
    { _id: 'done', number: 'd', subject: 'Done', assignedTo: agent, status: 'closed' },
  ]);
  await openScreen(desk, '/tickets/details/mine', { as: 'agent' });
  await screen.findByRole('button', { name: 'Publish' });

  closeScreen();
  await openScreen(desk, '/tickets/details/done', { as: 'agent' });
  await screen.findByRole('heading', { name: 'Done', level: 2 });
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();

  closeScreen();
  const list = '/tickets/overview?filter={"number_in":["m","d"]}';
  const { user } = await openScreen(desk, list, { as: 'agent' });
  await user.click(await screen.findByRole('button', { name: 'Menu for Done' }));
  await screen.findByRole('menuitem', { name: 'Open' });
  expect(screen.queryByRole('menuitem', { name: 'Publish' })).toBeNull();
  await desk.database.query(`delete from tickets where _id in ('mine', 'done')`);
});

test('a stopped action counts every record as changed or unchanged', async () => {
  const { api } = desk;
  const { fetch } = api;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  api.fetch = async (...call: Parameters<typeof fetch>) => {
    if (new URL(call[0].url).pathname.endsWith('/close')) await held;
    return fetch.apply(api, call);
  };
  const { user } = await openScreen(desk, '/tickets/overview?filter={}&perPage=10', {
    as: 'clerk',
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  const bar = await screen.findByRole('toolbar', { name: 'Selected records' });
  await user.click(within(bar).getByRole('button', { name: 'Close' }));
  const asked = await screen.findByRole('dialog', { name: 'Close' });
  await user.type(within(asked).getByRole('textbox', { name: /Reason/ }), 'old');
  await user.click(within(asked).getByRole('button', { name: 'Close' }));

  await user.click(await within(asked).findByRole('button', { name: 'Stop' }));
  release();

  expect((await within(asked).findByText(/^Stopped: /)).textContent).toMatch(/4.*2/);
  await user.click(within(asked).getByRole('button', { name: /2 unchanged records$/ }));
  await screen.findByText('2 selected');
});
