import { beforeEach, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../support/library.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { openScreen, screen, startEditing, within } from '../../support/screen.tsx';

const { users } = librarySource.resources;
const racks = {
  fields: {
    code: { type: 'text', required: true },
    place: {
      type: 'object',
      required: true,
      fields: { room: { type: 'text' }, row: { type: 'text' } },
    },
    state: { type: 'choice', choices: ['new', 'old'] },
  },
  permissions: { staff: ['list', 'read', 'create', 'update'] },
};

const api = await openScreensOf(() =>
  toDescriptor(structuredClone({ ...librarySource, resources: { racks, users } })),
);
beforeEach(async () => {
  await api.database.query('truncate racks cascade');
});

test('a problem without an input in the form is shown in words', async () => {
  const { user } = await openScreen(api, '/racks/create', { as: 'staff' });
  await user.type(await screen.findByRole('textbox', { name: 'Code' }), 'a');

  await user.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Place: Is required')).toBeTruthy();
});

test('a part that is no longer declared blocks nothing', async () => {
  await api.database.query(
    `insert into racks (_id, code, place) values ('a', 'A', '{"room":"N","row":"1","old":"kept"}')`,
  );
  const { user } = await openScreen(api, '/racks/details/a', { as: 'staff' });
  await startEditing(user);
  const place = within(await screen.findByRole('group', { name: 'Place' }));
  const room = place.getByRole('textbox', { name: 'Room' });
  await user.clear(room);
  await user.type(room, 'S');

  await user.click(screen.getByRole('button', { name: 'Save' }));

  await screen.findByText('Saved');
  const { rows } = await api.database.query('select place from racks');
  expect(rows).toEqual([{ place: { room: 'S', row: '1', old: 'kept' } }]);
});

test('a value that is no longer a choice is shown, and kept', async () => {
  await api.database.query(
    `insert into racks (_id, code, place, state) values ('a', 'A', '{"room":"N","row":"1"}', 'gone')`,
  );
  const { user } = await openScreen(api, '/racks/details/a', { as: 'staff' });
  await startEditing(user);
  const state = await screen.findByRole('combobox', { name: /State/ });
  expect(state.textContent).toBe('gone (no longer allowed)');
  await user.type(screen.getByRole('textbox', { name: 'Code' }), 'B');

  await user.click(screen.getByRole('button', { name: 'Save' }));

  await screen.findByText('Saved');
  const { rows } = await api.database.query('select code, state from racks');
  expect(rows).toEqual([{ code: 'AB', state: 'gone' }]);
});
