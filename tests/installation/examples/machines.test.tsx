// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseDescriptor } from '../../../src/descriptor/read/parse-descriptor.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import {
  closeScreen,
  openScreen,
  screen,
  startScreens,
  stopScreens,
} from '../../support/screen.tsx';
import { top } from '../../support/source-files.ts';
import { countBroken } from './machines/count-broken.ts';
import { machinePages } from '../../extensions/examples/machines/pages.ui.ts';
import { repair } from './machines/repair.ts';
import { machineTabs } from '../../extensions/examples/machines/tabs.ui.ts';

const folder = join(top, 'tests/extensions/examples/machines');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

let api: TestApi;
let press: string;
beforeAll(async () => {
  const parsed = parseDescriptor(read('resources.json'));
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  const { descriptor } = parsed;
  api = await openTestApi({
    descriptor: () => descriptor,
    actions: [repair],
    routes: [countBroken],
  });
  const body = { name: 'Press', status: 'broken', note: 'Leaks' };
  press = (await api.call('POST', '/api/machines', { as: 'staff', body })).json._id;
  startScreens(api);
});
afterEach(closeScreen);
afterAll(async () => {
  stopScreens();
  await api.close();
});

describe('the examples of extensions', () => {
  test('stand in docs/extending.md to the letter', () => {
    const page = readFileSync(join(top, 'docs/extending.md'), 'utf8');
    const quoted = (name: string) => read(name).trimEnd().replaceAll('../../../../src/', '../../');

    const missing = readdirSync(folder)
      .filter((name) => name !== 'resources.json')
      .filter((name) => !page.includes(quoted(name)));

    expect(missing).toEqual([]);
  });

  test('are a page that asks a route', async () => {
    await openScreen(api, '/tools/machines', { as: 'staff', pages: machinePages });

    expect(await screen.findByText('Broken machines: 1')).toBeTruthy();
  });

  test('are a tab of a record, in the language of the screens', async () => {
    const { user } = await openScreen(api, `/machines/details/${press}`, {
      as: 'staff',
      language: 'de',
      tabs: machineTabs,
    });
    await user.click(await screen.findByRole('tab', { name: 'Notiz' }));

    expect(await screen.findByText('Letzte Notiz: Leaks')).toBeTruthy();
  });

  test('are an action that refuses what is not broken', async () => {
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
});
