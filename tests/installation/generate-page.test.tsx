import { describe, expect, test } from 'vitest';
import { screens } from '../../src/installation/screens.ui.ts';
import { firstInstallation } from '../support/first-installation.ts';
import { openScreensOf } from '../support/open-screens-of.ts';
import { openScreen, openSection, screen, waitFor, within } from '../support/screen.tsx';
import { addStudy, studyParts } from '../support/study.ts';

const study = await addStudy(await openScreensOf(firstInstallation, studyParts));
await study.map('DBP', { mappingId: 'M-DBP', chem: study.dbp });
await study.measure({ extractionId: 'E-1', valueRaw: '3.6', unit: 'mg/kg', page: '12' });
await study.measure({ extractionId: 'E-2', rawChemName: 'dbp', rawCas: '84-74-2' });
await study.measure({ rawChemName: 'Unheard of' });

test.each([
  ['en', 'Edit', 'Project', /extractions do not move with the source/],
  ['de', 'Bearbeiten', 'Projekt', /Extraktionen wechseln nicht mit der Quelle/],
] as const)(
  'a user who assigns sources to a project in bulk reads in %s that their extractions do not move',
  async (language, edit, project, said) => {
    const { user } = await openScreen(study.api, '/sources/overview', { ...screens, language });
    await user.click((await screen.findAllByRole('checkbox', { name: /A study/ }))[0]!);
    await user.click(await screen.findByRole('button', { name: edit }));
    await user.click(await screen.findByRole('option', { name: project }));

    expect(await screen.findByText(said)).toBeTruthy();
  },
);

describe('the page that generates masters', () => {
  test('shows a preview with what is omitted, then generates', async () => {
    const { user, calls } = await openScreen(study.api, '/tools/generate', screens);
    const run = await screen.findByRole('button', { name: 'Generate' });
    expect(run).toHaveProperty('disabled', true);

    await user.click(screen.getByRole('button', { name: 'Preview' }));
    const preview = within(await screen.findByRole('region', { name: 'Preview' }));
    expect(preview.getByText('From 3 extractions, with mappings of version 1.')).toBeDefined();
    expect(
      preview.getByText('The term is not mapped to a chem (extractions: 1, terms: 1)'),
    ).toBeDefined();
    expect(preview.getByText('unheard of')).toBeDefined();
    calls();

    await user.click(run);
    const dialog = within(await screen.findByRole('dialog', { name: 'Generate masters?' }));
    expect(dialog.getByText(/^1 will be created, 0 changed and 0 superseded/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Generate' }));

    await screen.findByRole('region', { name: 'Result' });
    const { json } = await study.api.call('GET', '/api/master', { as: 'admin' });
    expect(json.data).toMatchObject([{ chem: study.dbp, measurementCount: 2 }]);
  });

  test('uses the extractions of the current project by default', async () => {
    const empty = await study.make('projects', { key: 'empty', name: 'Empty one' });
    const path = '/api/users/current/settings/current.projects';
    await study.api.call('PUT', path, { as: 'admin', body: JSON.stringify(empty) });
    const { user } = await openScreen(study.api, '/tools/generate', screens);

    const choice = await screen.findByRole('combobox', { name: 'Extractions' });
    await waitFor(() => expect(choice).toHaveProperty('value', empty));
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByText('From 0 extractions, with mappings of version 1.');

    await user.selectOptions(choice, 'of all projects');
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByText('From 3 extractions, with mappings of version 1.');
    await study.api.call('DELETE', path, { as: 'admin' });
  });

  test('shows each extraction of a master with its source and the decision about its terms', async () => {
    const { json } = await study.api.call('GET', '/api/master', { as: 'admin' });
    const path = `/master/details/${json.data[0]._id}`;
    const { user } = await openScreen(study.api, path, { ...screens, as: 'viewer' });

    await openSection(user, 'Provenance');

    const source = within(await screen.findByRole('table', { name: 'S1: A study' }));
    const [, first, second] = source.getAllByRole('row');
    expect(first!.textContent.trim()).toBe('E-1DBPM-DBP3.6 mg/kg12');
    expect(second!.textContent).toBe('E-2dbp · 84-74-2M-DBPdetected');
  });

  test('leads from the highest value of a master to its measurement, and sorts by value', async () => {
    await study.map('H2O', { mappingId: 'M-H2O', chem: study.water });
    const water = { rawChemName: 'H2O', unit: 'mg/kg' };
    await study.measure({ ...water, extractionId: 'E-LOW', value: 5 });
    await study.measure({ ...water, extractionId: 'E-HIGH', value: 9, page: 'p. 4' });
    await study.api.call('POST', '/api/process/generate', { as: 'admin', body: {} });
    const { json } = await study.api.call('GET', `/api/master?chem=${study.water}`, {
      as: 'admin',
    });
    const path = `/master/details/${json.data[0]._id}`;
    const { user } = await openScreen(study.api, path, screens);

    await openSection(user, 'Provenance');
    const highest = within((await screen.findByText('Highest value: 9 mg/kg')).parentElement!);
    highest.getByRole('link', { name: 'E-HIGH' });
    await highest.findByRole('button', { name: /page 4/i });
    await user.click(screen.getByRole('combobox', { name: 'Sort by' }));
    await user.click(await screen.findByRole('option', { name: 'Highest value first' }));

    const table = within(await screen.findByRole('table', { name: 'Highest value first' }));
    await waitFor(() =>
      expect(
        table.getAllByRole('link', { name: /^E-/ }).map(({ textContent }) => textContent),
      ).toEqual(['E-HIGH', 'E-LOW']),
    );
    table.getAllByRole('link', { name: 'S1' });
  });

  test('is closed to users who cannot write masters', async () => {
    await openScreen(study.api, '/tools/generate', { ...screens, as: 'viewer' });

    expect((await screen.findAllByText(/not allowed|access/i)).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull();
  });
});
