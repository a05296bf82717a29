import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openTestApi } from '../../support/api.ts';
import { libraryDescriptor } from '../../support/library.ts';
import {
  closeScreen,
  openScreen,
  screen,
  startScreens,
  stopScreens,
  waitFor,
  within,
} from '../../support/screen.tsx';

const folder = mkdtempSync(join(tmpdir(), 'sample-'));
const descriptor = libraryDescriptor();

writeFileSync(join(folder, 'authors.ndjson'), '{"name":"Jane Austen"}\n{"name":"George Eliot"}');
const api = await openTestApi({ sample: () => folder, descriptor: () => descriptor });
startScreens(api);
afterEach(closeScreen);
afterAll(async () => {
  await stopScreens();
  await api.close();
});

const ways = () => screen.findByRole('region', { name: 'There are no records yet' });

describe('an installation without records', () => {
  it('leads to the page that makes a collection', async () => {
    const { user, address } = await openScreen(api, '/dashboard', { language: 'de' });
    await user.click(await screen.findByRole('link', { name: 'Sammlung anlegen' }));

    await waitFor(() => expect(address()).toBe('/structure/new'));
  });

  it('leads to the import of a collection, and tells users without the right who can start', async () => {
    const { user } = await openScreen(api, '/dashboard', { as: 'staff' });
    const own = within(await ways());
    expect(own.queryByRole('button')).toBeNull();
    await user.selectOptions(own.getByRole('combobox', { name: 'Collection' }), 'books');
    expect(own.getByRole('link', { name: 'Choose a file' }).getAttribute('href')).toBe(
      '/tools/import?into=books',
    );
    closeScreen();

    await openScreen(api, '/dashboard', { as: 'viewer' });
    await screen.findByText(/^No records yet\. Ask someone who can create/);
    expect(screen.queryByRole('region', { name: 'There are no records yet' })).toBeNull();
  });

  it('loads the sample data from an empty list, and undoes it', async () => {
    const { user } = await openScreen(api, '/authors/overview');
    await user.click(await screen.findByRole('button', { name: 'Load the sample' }));

    await screen.findByText('Jane Austen');
    expect(screen.getByText('2 sample records loaded.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Load the sample' })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.queryByText('Jane Austen')).toBeNull());
  });
});
