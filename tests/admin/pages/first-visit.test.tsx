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
  it('describes a collection, and shows the text for the descriptor', async () => {
    const { user } = await openScreen(api, '/dashboard');
    await user.click(within(await ways()).getByRole('button', { name: 'Describe' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Describe a collection' }));
    await user.type(dialog.getByRole('textbox', { name: /^Name of the collection/ }), 'Samples');
    await user.type(dialog.getByRole('textbox', { name: 'Name of field 1' }), 'Lot');
    await user.click(dialog.getByRole('checkbox', { name: 'Key' }));
    await user.click(dialog.getByRole('button', { name: 'Add a field' }));
    // The new field has the focus.
    await user.keyboard('Received{Tab}');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Type of field 2' }), 'date');

    await user.click(dialog.getByRole('button', { name: 'Write the text' }));

    const text = await screen.findByRole('region', { name: 'Text for the descriptor' });
    expect(text.textContent).toContain('"importKey": "lot"');
    expect(text.textContent).toContain('"received": { "type": "date" }');
    expect(screen.getByText('The check of the descriptor finds no problem in it.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Copy the text' }));
    await waitFor(() => expect(document.body.textContent).toContain('Copied.'));
  });

  it('describes a collection from pasted rows, in German', async () => {
    const { user } = await openScreen(api, '/dashboard', { language: 'de' });
    await user.click(await screen.findByRole('button', { name: 'Beschreiben' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: /^Name der Sammlung/ }), 'Proben');
    await user.click(dialog.getByRole('button', { name: 'Zeilen einer Datei' }));
    await user.click(dialog.getByRole('textbox', { name: 'Zeilen mit ihren Spaltennamen' }));
    await user.paste('CAS\tAnteil\n50-00-0\t1,5\n80-05-7\t2,25');

    await user.keyboard('{Tab}');
    await user.click(dialog.getByRole('button', { name: 'Text schreiben' }));

    const text = await screen.findByRole('region', { name: 'Text für den Deskriptor' });
    expect(text.textContent).toContain('"anteil": { "type": "number"');
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
