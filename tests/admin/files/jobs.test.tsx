import { describe, expect, test, vi } from 'vitest';
import { emitServerEvent } from '../../../src/admin/client/events/server-events.ts';
import { pasteRows } from '../../support/paste-rows.ts';
import {
  closeScreen,
  openScreen,
  screen,
  waitFor,
  within,
  type ScreenOptions,
} from '../../support/screen.tsx';
import { openThreeBooks } from '../../support/three-books.ts';

const api = await openThreeBooks();

describe('an import', () => {
  test('is followed by server events, and a hidden tab sends no requests', async () => {
    const { user, address } = await openScreen(api, '/tools/import?into=books');
    await pasteRows(user, 'title\tisbn\nIota\t10\n');
    await screen.findByRole('button', { name: 'Start dry run' });
    const id = address().split('/').at(-1)!;
    closeScreen();
    const become = (state: string) => api.database.query(setState, [id, state]);
    await become('running');
    const { json: config } = await api.call('GET', '/api/config', { as: 'admin' });
    const { calls } = await openScreen(api, `/tools/jobs/${id}`);
    emitServerEvent({ event: 'ready', data: { hash: config.hash, role: 'admin' } });
    await screen.findByRole('progressbar');
    await waitFor(() => expect(calls()).toEqual([]));
    const told = { id, resource: 'books', createdBy: '', rows: 1234, counts: {} };
    const tell = (state: string): void =>
      emitServerEvent({ event: 'import.progress', data: { ...told, state } });

    tell('running');
    await screen.findByText(/1,234 rows/);
    expect(calls()).toEqual([]);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await become('cancelled');
    tell('cancelled');
    // What would be asked is asked before anything else that is asked now.
    await api.call('GET', '/api/books', { as: 'admin' });
    expect(calls()).toEqual([]);

    vi.restoreAllMocks();
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(calls()[0]).toBe(`GET /api/jobs/${id}`);
    emitServerEvent({ event: 'lost', data: {} });
  });
});

test('a dry run begins by itself when another import of the collection has ended', async () => {
  const { user, address } = await openScreen(api, '/tools/import?into=books');
  await pasteRows(user, 'title\tisbn\nIota\t10\n');
  await screen.findByRole('button', { name: 'Start dry run' });
  const id = address().split('/').at(-1)!;
  closeScreen();
  await api.database.query(setState, [id, 'running']);
  const next = await openScreen(api, '/tools/import?into=books');
  await pasteRows(next.user, 'title\tisbn\nKappa\t11\n');

  await next.user.click(await screen.findByRole('button', { name: 'Start dry run' }));
  await screen.findByText(/^Another import into this collection is running/);
  await api.database.query(setState, [id, 'cancelled']);

  expect(await screen.findByText(/^This was a dry run/, {}, { timeout: 10_000 })).toBeTruthy();
});

test.each([
  ['interrupted', 2, '2 of 3 rows are done, 1 left.'],
  ['cancelled', 1, '1 of 3 rows are done, 2 left.'],
])('an import that is %s shows its progress', async (state, done, said) => {
  const { user, address } = await openScreen(api, '/tools/import?into=books');
  await pasteRows(user, 'title\tisbn\nIota\t10\nKappa\t11\nLambda\t12\n');
  await screen.findByRole('button', { name: 'Start dry run' });
  const id = address().split('/').at(-1)!;
  closeScreen();
  await api.database.query(
    `update backoffice.jobs set done_row = $2, request = '{"dryRun": false}',
       file = file || '{"rows": 3}' where id = $1`,
    [id, done],
  );
  await api.database.query(setState, [id, state]);

  await openScreen(api, `/tools/jobs/${id}`);

  expect(await screen.findByText(said, { exact: false })).toBeTruthy();
});

describe('the list of imports', () => {
  test('shows users their own imports with possible actions, and admins those of everyone', async () => {
    const { user } = await openScreen(api, '/tools/import?into=books', staff);
    await pasteRows(user, 'title\tisbn\nIota\t10\n');
    await screen.findByRole('button', { name: 'Start dry run' });
    closeScreen();
    const { user: admin, address } = await openScreen(api, '/tools/jobs');
    await screen.findByText('No imports and exports yet.');

    await admin.selectOptions(await screen.findByLabelText('Started by'), 'true');

    const row = await screen.findByRole('row', { name: /pasted\.tsv Books Not started/ });
    expect(address()).toBe('/tools/jobs?all=true');
    await admin.click(within(row).getByRole('button', { name: 'Delete: pasted.tsv' }));
    const dialog = await screen.findByRole('dialog');
    await admin.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await screen.findByText('No imports and exports yet.');
  });
});

const staff: ScreenOptions = { as: 'staff' };

/** As a server does that works on it. */
const setState = `update backoffice.jobs set state = $2, alive_at = clock_timestamp() where id = $1`;
