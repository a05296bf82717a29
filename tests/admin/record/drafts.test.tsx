import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { emitServerEvent } from '../../../src/admin/client/events/server-events.ts';
import { endSession } from '../../../src/admin/client/account/session.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { librarySource } from '../../support/library.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { plantsDescriptor, useOfPlants } from '../../support/plants.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import {
  closeScreen,
  openScreen,
  screen,
  startEditing,
  startScreens,
  stopScreens,
  waitFor,
  within,
} from '../../support/screen.tsx';

const type = async (api: TestApi, path: string, as: string, name: RegExp) => {
  const opened = await openScreen(api, path, { as });
  await startEditing(opened.user);
  const input = await screen.findByRole('textbox', { name });
  await opened.user.clear(input);
  await opened.user.type(input, 'A long thought');
  return opened;
};

const keptKeys = () => Object.keys(sessionStorage).filter((key) => key.startsWith('draft.'));

describe('unsaved input of a form', async () => {
  let id: string;
  const api = await openScreensOf(screenLibrary);
  beforeEach(async () => {
    const [book] = await addRecords(api, '/api/books', [{ title: 'Typed' }]);
    id = book!['_id'];
  });
  const path = () => `/books/details/${id}`;

  test('is offered to the same user after the session ended, and to nobody else', async () => {
    await type(api, path(), 'staff', /Title/);
    endSession('ended');
    cleanup();

    await openScreen(api, path(), { as: 'admin' });
    await screen.findByRole('group', { name: /Title/ });
    expect(screen.queryByText('A long thought')).toBeNull();
    cleanup();

    const { user } = await openScreen(api, path(), { as: 'staff' });
    await screen.findByText('A long thought');
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(screen.getByRole('textbox', { name: /Title/ })).toHaveProperty(
      'value',
      'A long thought',
    );
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(async () => {
      const { json } = await api.call('GET', `/api/books/${id}`, { as: 'admin' });
      expect(json.title).toBe('A long thought');
    });
  });

  test('is discarded when the user signs out, or leaves and confirms it', async () => {
    const { user } = await type(api, path(), 'staff', /Title/);
    endSession('wished');
    expect(keptKeys()).toEqual([]);
    await user.click(screen.getAllByRole('link', { name: 'Books' })[0]!);
    await user.click(await screen.findByRole('button', { name: /leave/i }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /Title/ })).toBeNull());
    expect(keptKeys()).toEqual([]);
  });

  test('can be copied after the right is withdrawn, and is offered when it is back', async () => {
    await type(api, path(), 'staff', /Title/);
    const become = async (role: string): Promise<void> => {
      const { status } = await api.call('PUT', `/api/admin/user/${api.userId('staff')}/role`, {
        as: 'admin',
        body: { role },
      });
      expect(status).toBe(200);
      emitServerEvent({ event: 'ready', data: { hash: '', role } });
    };

    await become('viewer');
    await screen.findByText(/You can no longer change this record/);
    // The menu names a record of that title, which was open before.
    expect(within(screen.getByRole('main')).getByText('A long thought')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();

    await become('staff');
    await screen.findByRole('button', { name: 'Restore' });
  });
});

describe('unsaved input of a merged record', async () => {
  const api = await openScreensOf(() => plantsDescriptor);
  const { plant } = useOfPlants(() => api);

  test('moves to the record that stays', async () => {
    // A tab nobody sees reads nothing, and jsdom has none that is seen.
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
    const [keep, gone] = [await plant('Stays'), await plant('Typed')];
    const { address } = await type(api, `/plants/details/${gone._id}`, 'keeper', /Name/);
    const versions = { [keep._id]: 1, [gone._id]: 1 };
    const body = { keep: keep._id, merge: [gone._id], versions };
    const { status } = await api.call('POST', '/api/plants/merge', { as: 'keeper', body });
    expect(status).toBe(200);
    emitServerEvent({ event: 'record.deleted', data: { resource: 'plants', _id: gone._id } });

    await screen.findByText(/was merged into this one/);
    expect(address()).toContain(keep._id);
    expect(screen.getByText('A long thought')).toBeDefined();
    expect(screen.getByRole('textbox', { name: /Name/ })).toHaveProperty('value', 'Stays');
  });
});

describe('unsaved input of a form while the descriptor changes', () => {
  const libraryOf = (staff: readonly string[]) => {
    const source = structuredClone(librarySource) as Record<string, any>;
    source.resources.books.permissions.staff = staff;
    return toDescriptor(source);
  };
  const usual = libraryOf(['list', 'read', 'update']);
  let now = usual;
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi({ descriptor: () => now });
    startScreens(api);
  });
  afterEach(closeScreen);
  afterAll(async () => {
    await stopScreens();
    await api.close();
  });

  test('can be copied if the change withdraws the right, and is offered when it returns it', async () => {
    const [book] = await addRecords(api, '/api/books', [{ title: 'Typed' }]);
    await type(api, `/books/details/${book!['_id']}`, 'staff', /Title/);
    const change = (descriptor: typeof now): void => {
      now = descriptor;
      emitServerEvent({ event: 'config.changed', data: { hash: now.hash } });
    };

    change(libraryOf(['list', 'read']));
    await screen.findByText(/You can no longer change this record/);
    expect(screen.getByText('A long thought')).toBeDefined();

    change(usual);
    await screen.findByRole('button', { name: 'Restore' });
  });
});
