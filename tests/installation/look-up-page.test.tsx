import { beforeAll, describe, expect, test } from 'vitest';
import { toLookupFile } from '../../src/installation/tools/look-up.ui.ts';
import { textIn } from '../../src/fields/problems/localized-text.ts';
import { screens } from '../../src/installation/screens.ui.ts';
import { firstInstallation } from '../support/first-installation.ts';
import { openScreensOf } from '../support/open-screens-of.ts';
import { openScreen, screen, within } from '../support/screen.tsx';

const chemistry = await openScreensOf(firstInstallation);
beforeAll(async () => {
  const { descriptor } = chemistry;
  const add = (values: Record<string, unknown>) =>
    chemistry.store.create(descriptor.resources.get('chems')!, values, { userId: null });
  await add({ casId: '80-05-7', commonName: 'Bisphenol A', synonyms: ['BPA', 'Shared'] });
  await add({ casId: '107-07-3', commonName: '2-Chloroethanol', synonyms: ['Shared'] });
  const sources = descriptor.resources.get('sources')!;
  const source = { sourceId: 'S1', title: 'One', year: 2020, doi: '10.1000/a1' };
  await chemistry.store.create(sources, source, { userId: null });
});

const open = (language: 'en' | 'de' = 'en') =>
  openScreen(chemistry, '/tools/lookup', { as: 'staff', language, pages: screens.pages });

describe('the page that looks up pasted text', () => {
  test('finds by number, name and synonym, and reports missing and ambiguous lines, in one call', async () => {
    const { user, calls } = await open();
    await user.click(await screen.findByRole('textbox', { name: 'Values to look up' }));
    await user.paste('80-05-7\nbisphenol a\nSHARED\nBPA\nnobody');
    calls();

    await user.keyboard('{Control>}{Enter}{/Control}');

    expect(await screen.findByText('3 found, 1 ambiguous, 1 missing')).toBeTruthy();
    expect(calls()).toEqual(['POST /api/chems/lookup']);
    const results = within(screen.getByRole('region', { name: 'Results' }));
    expect(results.getAllByRole('link', { name: 'Bisphenol A (80-05-7)' })).toHaveLength(4);
    expect(results.getByText('by CAS number')).toBeTruthy();
    // It is below the tools, but has an entry of its own.
    const current = within(screen.getByRole('navigation')).getAllByRole('link', {
      current: 'page',
    });
    expect(current.map(({ textContent }) => textContent)).toEqual(['Look up']);
  });

  test('reports repeated lines, and suggests the probable number for a wrong one', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('textbox', { name: 'Values to look up' }));
    await user.paste('80-05-7\n80-05-6\n80-05-7\n80-05-6\n107073\nnobody');
    expect(screen.getByText(/^4 to look up, 2 repeated\./)).toBeTruthy();

    await user.keyboard('{Control>}{Enter}{/Control}');

    const wrong = 'Not found: the check digit is wrong. Did you mean 80-05-7?';
    expect(await screen.findByText(wrong)).toBeTruthy();
    expect(screen.getByText('Not found. Did you mean 107-07-3?')).toBeTruthy();
  });

  test('is saved as a table, including missing lines', () => {
    const chems = firstInstallation().resources.get('chems')!;
    const record = { _id: 'c1', casId: '80-05-7', commonName: '=Bisphenol "A"' };
    const lines = [
      { value: 'bpa', matches: [{ record, by: ['synonyms', 'commonName'] }] },
      { value: 'nobody', matches: [] },
    ];

    const file = toLookupFile(chems, lines, (text) => textIn(text, 'de'));

    expect(file.split('\r\n')).toEqual([
      '\ufeffGesucht,Ergebnis,Datensatz,_id,Gefunden über',
      `bpa,Gefunden,"'=Bisphenol ""A"" (80-05-7)",c1,"Synonyme, Gebräuchlicher Name"`,
      'nobody,Nicht gefunden,,,',
      '',
    ]);
  });

  test('filters missing lines, and opens found records as a list', async () => {
    const { user, address } = await open();
    await user.click(await screen.findByRole('textbox', { name: 'Values to look up' }));
    await user.paste('80-05-7\nnobody');
    await user.click(screen.getByRole('button', { name: 'Look up' }));

    await user.click(await screen.findByRole('button', { name: 'Missing 1' }));
    expect(screen.queryByRole('link', { name: /Bisphenol/ })).toBeNull();

    await user.click(screen.getByRole('link', { name: 'Open as a list' }));
    expect(address()).toContain('/chems/overview?filter=');
    expect(await screen.findByText('Bisphenol A')).toBeTruthy();
    expect(screen.queryByText('2-Chloroethanol')).toBeNull();
  });

  test('searches sources too, and is shown in German', async () => {
    const { user } = await open('de');
    await user.click(await screen.findByRole('button', { name: 'Quellen' }));
    await user.click(screen.getByRole('textbox', { name: 'Nachzuschlagende Werte' }));
    await user.paste('https://doi.org/10.1000/A1');

    await user.click(screen.getByRole('button', { name: 'Nachschlagen' }));

    expect(await screen.findByText('1 gefunden, 0 mehrdeutig, 0 nicht gefunden')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'S1: One' })).toBeTruthy();
  });
});
