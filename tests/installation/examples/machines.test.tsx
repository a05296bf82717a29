import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { parseDescriptor } from '../../../src/descriptor/read/parse-descriptor.ts';
import { callDueHook } from '../../../src/store/system/hooks/call-after-commit.ts';
import { scheduledHooks } from '../../../src/store/system/hooks/scheduled-hooks.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { exampleInstallation } from '../../support/product-copy.ts';
import {
  openScreen,
  openSection,
  screen,
  startEditing,
  waitFor,
  within,
} from '../../support/screen.tsx';
import { top } from '../../support/source-files.ts';
import { installation } from './manifest.ts';
import { screens } from './screens.ui.ts';

const descriptorFile = join(top, 'tests/installation/examples/resources.json');

let press: string;
const toDescriptor = () => {
  const parsed = parseDescriptor(readFileSync(descriptorFile, 'utf8'));
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed.descriptor;
};
const { actions, routes, hooks = [], fields = [] } = installation;
const api = await openScreensOf(toDescriptor, { actions, routes, hooks, fields });
beforeAll(async () => {
  const body = { name: 'Press', status: 'broken', note: 'Leaks' };
  press = (await api.call('POST', '/api/machines', { as: 'staff', body })).json._id;
});

describe('the examples of extensions', () => {
  test('are in docs/extending.md or docs/react-admin.md verbatim', async () => {
    const page = ['docs/extending.md', 'docs/react-admin.md']
      .map((path) => readFileSync(join(top, path), 'utf8'))
      .join('\n');
    const files = Object.entries(await exampleInstallation());

    const missing = files.filter(
      ([name, text]) => !page.includes(`// src/installation/${name}\n${text}`),
    );

    expect(files.length).toBeGreaterThan(5);

    expect(missing.map(([name]) => name)).toEqual([]);
  });

  test('include a page that calls a route', async () => {
    await openScreen(api, '/tools/machines', { as: 'staff', ...screens });

    expect(await screen.findByText('Broken machines: 1')).toBeTruthy();
  });

  test('include a tab of a record, in the language of the screens', async () => {
    const { user } = await openScreen(api, `/machines/details/${press}`, {
      as: 'staff',
      language: 'de',
      ...screens,
    });
    await openSection(user, 'Notiz');

    expect(await screen.findByText('Letzte Notiz: Leaks')).toBeTruthy();
  });

  test('include an action that refuses machines that are not broken', async () => {
    const call = (body: object) =>
      api.call('POST', `/api/machines/${press}/repair`, {
        as: 'staff',
        body,
        headers: { 'If-Match': '*' },
      });

    const repaired = await call({ note: 'New seal' });
    const again = await call({ note: 'Once more' });
    const count = await api.call('GET', '/api/machines/broken', { as: 'staff' });

    expect(repaired.json).toMatchObject({ status: 'ok', note: 'New seal' });
    expect(again).toMatchObject({ status: 422, json: { code: 'V008' } });
    expect(count.json).toEqual({ total: 0 });
  });

  test('include a hook that numbers machines, refuses some changes and reports the others', async () => {
    const sent: string[] = [];
    vi.stubGlobal('fetch', (_: string, request: { body: string }) => {
      sent.push(request.body);
      return Promise.resolve(new Response(null, { status: sent.length === 1 ? 503 : 204 }));
    });
    const change = (id: string, body: object) =>
      api.call('PATCH', `/api/machines/${id}`, { as: 'staff', body, headers: { 'If-Match': '*' } });
    const call = async () => {
      await api.database.query('update backoffice.hook_calls set due_at = now()');
      return await callDueHook({ ...api, hooks, log: api.services.log });
    };

    const { json: lathe } = await api.call('POST', '/api/machines', {
      as: 'staff',
      body: { name: 'Lathe' },
    });
    const refused = await change(lathe._id, { status: 'broken' });
    await change(lathe._id, { status: 'broken', note: 'Belt' });
    while (await call());
    vi.unstubAllGlobals();

    expect(lathe.number).toBe(2);
    expect(refused).toMatchObject({ status: 422, json: { problems: [{ path: 'note' }] } });
    const reports = sent.filter((body) => body.includes(lathe._id));
    expect(JSON.parse(reports.at(-1)!)).toMatchObject([
      { id: lathe._id, changed: ['status', 'risk', 'note'], record: { note: 'Belt' } },
    ]);
  });

  test('include a value that code computes, in its own cell', async () => {
    const { json: mill } = await api.call('POST', '/api/machines', {
      as: 'staff',
      body: { name: 'Mill', priority: 4 },
    });
    const { json: broken } = await api.call('PATCH', `/api/machines/${mill._id}`, {
      as: 'staff',
      body: { status: 'broken', note: 'Gear' },
      headers: { 'If-Match': '*' },
    });
    await openScreen(api, '/machines/overview', { as: 'staff', ...screens });
    const cell = await screen.findByRole('gridcell', { name: '80' });

    expect([mill.risk, broken.risk]).toEqual([20, 80]);
    await waitFor(() => expect(cell.querySelector('[aria-hidden="true"]')).toBeTruthy());
  });

  test('include an input of a form', async () => {
    const { user } = await openScreen(api, `/machines/details/${press}`, {
      as: 'staff',
      ...screens,
    });
    await startEditing(user);
    const group = await screen.findByRole('radiogroup', { name: /Priority/ });
    await user.click(within(group).getByRole('radio', { name: '5' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(async () => {
      const { json } = await api.call('GET', `/api/machines/${press}`, { as: 'staff' });
      expect(json.priority).toBe(5);
    });
  });

  test('include a page with components of react-admin, labelled by the descriptor', async () => {
    const { json: hall } = await api.call('POST', '/api/places', {
      as: 'admin',
      body: { name: 'Hall 2' },
    });
    const { json: oven } = await api.call('POST', '/api/machines', {
      as: 'staff',
      body: { name: 'Oven', place: hall._id },
    });
    const { user } = await openScreen(api, '/tools/places', { as: 'staff', ...screens });
    const row = await screen.findByRole('row', { name: /Oven.*Hall 2/ });
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

    await user.click(within(row).getByText('Oven'));
    await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Hot');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    expect(heads).toEqual(['Name', 'Place']);
    await waitFor(async () => {
      const { json } = await api.call('GET', `/api/machines/${oven._id}`, { as: 'staff' });
      expect(json.note).toBe('Hot');
    });
  });

  test('include the tools of a list with a count', async () => {
    const body = { name: 'Drill', status: 'broken', note: 'Bit' };
    await api.call('POST', '/api/machines', { as: 'staff', body });
    await openScreen(api, '/machines/overview', { as: 'staff', ...screens });

    expect(await screen.findByText(/^Broken machines on this page: \d/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: /filter/i })).toBeTruthy();
  });

  test('include a hook that asks for notes every morning', async () => {
    const body = { name: 'Saw', status: 'broken' };
    const { json: saw } = await api.call('POST', '/api/machines', { as: 'staff', body });
    const [task] = scheduledHooks(hooks);

    const count = await task!.run(api);

    expect([task, count]).toMatchObject([{ dailyAt: '06:00' }, 1]);
    const now = await api.call('GET', `/api/machines/${saw._id}`, { as: 'staff' });
    expect(now.json.note).toBe('What broke?');
  });
});
