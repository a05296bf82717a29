import { expect, test } from 'vitest';
import { openChemImports } from '../../support/open-chem-imports.ts';
import { screen, waitFor, within } from '../../support/screen.tsx';
import { startDryRun } from '../../support/start-dry-run.ts';

const { upload, chems } = await openChemImports();

test('a prefix that does not fit the field is removed, and the first cells are previewed', async () => {
  const user = await upload('casId,name,link\n80-05-7,bisphenol A,https://x.example/DTX1\n');

  expect(await screen.findByLabelText('Prefix to remove in link')).toHaveProperty(
    'value',
    'https://x.example/',
  );
  const cells = await screen.findByRole('list', { name: 'What cells of link become' });
  expect(cells.textContent).toBe('https://x.example/DTX1 → DTX1');
  await startDryRun(user);
  await user.click(await screen.findByRole('button', { name: 'Import 1 record' }));
  await screen.findByText('The import has finished.');
  expect(await chems()).toMatchObject([{ link: 'DTX1' }]);
});

test('a refused cell is shown with the reason before the dry run', async () => {
  await upload('casId,name\n80-05-7,bisphenol A\n50-00-1,formaldehyde\n');

  const cells = await screen.findByRole('list', { name: 'What cells of casId become' });

  const [first, second] = within(cells).getAllByRole('listitem');
  expect(first?.textContent).toMatch(/^50-00-1 → .*check digit/i);
  expect(second?.textContent).toBe('80-05-7 → 80-05-7');
});

test.each([
  [
    'en',
    'All values start with https://x.example/.',
    'Remove https://x.example/ in name',
    'Cells with “NA”: 2 of the first 4.',
    'Treat “NA” as empty in name',
    'Field for the column name',
    'What cells of name become',
  ],
  [
    'de',
    'Alle Werte beginnen mit https://x.example/.',
    'https://x.example/ in name entfernen',
    'Zellen mit „NA“: 2 der ersten 4.',
    '„NA“ in name als leer behandeln',
    'Feld der Spalte name',
    'Was aus Zellen von name wird',
  ],
] as const)(
  'a prefix or unit that a text field would store is offered for removal in %s',
  async (language, prefixed, remove, signs, treat, field, becomes) => {
    const names = ['NA', 'https://x.example/one', 'NA', 'https://x.example/two'];
    const lines = names.map((name, at) => `DTX${at},${name}\n`).join('');
    const user = await upload(`link,name\n${lines}`, language);
    expect(await screen.findByLabelText(field)).toHaveProperty('value', 'name');
    expect(screen.getByText(prefixed)).toBeTruthy();
    expect(screen.getByText(signs)).toBeTruthy();

    await user.click(screen.getByRole('button', { name: remove }));
    await user.click(screen.getByRole('button', { name: treat }));

    expect(screen.queryByText(prefixed)).toBeNull();
    expect(screen.queryByText(signs)).toBeNull();
    await waitFor(() =>
      expect(screen.getByRole('list', { name: becomes }).textContent).toContain(
        'https://x.example/one → one',
      ),
    );
  },
);

test('a column gets the suggestion that an earlier import of another file used for its name', async () => {
  const user = await upload('casId,Stoff,old\n80-05-7,bisphenol A,x\n');
  await user.selectOptions(await screen.findByLabelText('Field for the column Stoff'), 'name');
  await startDryRun(user);
  await user.click(await screen.findByRole('button', { name: 'Import 1 record' }));
  await screen.findByText('The import has finished.');

  await upload('casId,stoff\n50-00-0,formaldehyde\n');

  expect(await screen.findByLabelText('Field for the column stoff')).toHaveProperty(
    'value',
    'name',
  );
  expect(screen.getByText('as in an earlier import')).toBeTruthy();
});
