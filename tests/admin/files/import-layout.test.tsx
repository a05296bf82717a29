import { pasteRows } from '../../support/paste-rows.ts';
import { describe, expect, test } from 'vitest';
import { encodeText } from '../../support/encode-text.ts';
import { openChemImports } from '../../support/open-chem-imports.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';
import { startDryRun } from '../../support/start-dry-run.ts';

const { api, upload, chems } = await openChemImports();
const optionOf = (field: HTMLElement) =>
  (field as HTMLSelectElement).selectedOptions[0]?.textContent;

describe('a file without column names', () => {
  test('is recognised, and its first row is imported', async () => {
    const user = await upload('80-05-7,bisphenol A\n50-00-0,formaldehyde\n');
    const box = await screen.findByRole('checkbox', { name: 'The file has no column names' });
    expect(box).toHaveProperty('checked', true);
    expect(screen.queryByLabelText('Header row')).toBeNull();

    await user.selectOptions(await screen.findByLabelText('Field for the column A'), 'casId');
    await user.selectOptions(screen.getByLabelText('Field for the column B'), 'name');
    await startDryRun(user);
    await user.click(await screen.findByRole('button', { name: 'Import 2 records' }));
    await screen.findByText('The import has finished.');

    expect((await chems()).map(({ name }: any) => name)).toEqual(['formaldehyde', 'bisphenol A']);
  });

  test('is read as such because the user says so', async () => {
    const user = await upload('one,two\nthree,four\n');
    await user.click(await screen.findByRole('button', { name: 'Change the file layout' }));
    const box = await screen.findByRole('checkbox', { name: 'The file has no column names' });
    expect(box).toHaveProperty('checked', false);
    await screen.findByLabelText('Field for the column one');

    await user.click(box);

    expect(await screen.findByLabelText('Field for the column A')).toBeTruthy();
    expect(screen.queryByLabelText('Field for the column one')).toBeNull();
  });
});

test.each([
  [
    'en',
    'Read as: CSV · UTF-8 · Separator: Comma · Header row: 1 · First data row: 2',
    'Change the file layout',
    'Hide the file layout',
    'Header row',
  ],
  [
    'de',
    'Gelesen als: CSV · UTF-8 · Trennzeichen: Komma · Kopfzeile: 1 · Erste Datenzeile: 2',
    'Aufbau der Datei ändern',
    'Aufbau der Datei ausblenden',
    'Kopfzeile',
  ],
] as const)(
  'a certain layout is described in one line in %s, with its settings behind a button',
  async (language, line, open, close, setting) => {
    const user = await upload('casId,name\n80-05-7,bisphenol A\n', language);
    expect(await screen.findByText(line)).toBeTruthy();
    expect(screen.queryByLabelText(setting)).toBeNull();

    await user.click(screen.getByRole('button', { name: open, expanded: false }));

    expect(screen.getByLabelText(setting)).toHaveProperty('value', '1');
    await user.click(screen.getByRole('button', { name: close, expanded: true }));
    expect(screen.queryByLabelText(setting)).toBeNull();
  },
);

test('rows above the column names are shown until the user has seen that they are skipped', async () => {
  await upload('List of 2024\n\ncasId,name\n80-05-7,bisphenol A\n');

  expect(await screen.findByLabelText('Header row')).toHaveProperty('value', '3');
  expect(screen.queryByRole('button', { name: 'Change the file layout' })).toBeNull();
});

test('the bar with the counts names the unmapped required field, and the choices mark it', async () => {
  const user = await upload('casId,title of it\n80-05-7,bisphenol A\n');
  const counts = await screen.findByText(/^Columns: /);
  await user.selectOptions(screen.getByLabelText('Import mode'), 'upsert');
  const bar = within(counts.parentElement!);
  const why = /^Before the dry run: map a column to Name,/;
  expect(await bar.findByText(why)).toBeTruthy();

  const field = screen.getByLabelText('Field for the column title of it');
  await user.selectOptions(field, 'Name (required)');

  await waitFor(() => expect(bar.queryByText(why)).toBeNull());
});

test('a column recognised by its content has no field until the user accepts the suggestion', async () => {
  const user = await upload('what,name\n80-05-7,bisphenol A\n50-00-0,formaldehyde\n');
  const field = await screen.findByLabelText('Field for the column what');
  expect(optionOf(field)).not.toBe('CAS number');
  expect(screen.getByText('Possibly CAS number, judging by the content')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Use this field for what: CAS number' }));

  expect(optionOf(screen.getByLabelText('Field for the column what'))).toBe('CAS number');
});

test.each([
  ['en', /^The encoding .* is a guess\./, 'The text is correct'],
  ['de', /^Die Kodierung .* ist geraten\./, 'Der Text stimmt'],
] as const)(
  'asks in %s whether an encoding that is a guess is right',
  async (language, said, confirm) => {
    const user = await upload(encodeText('name\ncrème\n', 'windows-1252'), language);
    expect(await screen.findByText(said)).toBeTruthy();

    await user.click(screen.getByRole('button', { name: confirm }));

    await waitFor(() => expect(screen.queryByText(said)).toBeNull());
  },
);

test.each([
  [
    'en',
    'Start dry run',
    'Before the dry run: correct the file layout.',
    /two columns called name/,
  ],
  ['de', 'Probelauf starten', /^Vor dem Probelauf: .*\.$/, /zwei Spalten mit dem Namen name/],
] as const)(
  'two columns of the same name are reported in %s, and block the dry run',
  async (language, start, why, problem) => {
    await upload('name,name\nacetone,acetone\nwater,x\n', language);

    expect(await screen.findByText(problem)).toBeTruthy();
    const button = screen.getByRole('button', { name: start });
    expect(button).toHaveProperty('disabled', true);
    const note = document.getElementById(button.getAttribute('aria-describedby')!);
    await waitFor(() => expect(note?.textContent).toMatch(why));
  },
);

test('a list of CAS numbers without hyphens gets a step to format them and a mode to import it', async () => {
  await api.call('POST', '/api/chems', { as: 'admin', body: { casId: '80-05-7', name: 'BPA' } });
  const user = await upload('number\n80057\n107073\n50000\n');
  await user.click(
    await screen.findByRole('button', { name: 'Use this field for number: CAS number' }),
  );
  expect(screen.getByText('Cells such as 80057 probably mean 80-05-7.')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Correct the cells of number with a step' }));

  expect(optionOf(screen.getByLabelText('Import mode'))).toBe('Update existing records only');
  const start = screen.getByRole('button', { name: 'Start dry run' });
  await waitFor(() => expect(start).toHaveProperty('disabled', false));
  await user.click(start);
  await waitFor(async () => {
    const { json } = await api.call('GET', '/api/jobs', { as: 'admin' });
    expect(json.data[0].summary).toMatchObject({ total: 3, unchanged: 1 });
  });
});

test('a dry run that can only create records names the missing required fields, and is blocked', async () => {
  const user = await upload('casId\n80-05-7\n');

  await user.selectOptions(await screen.findByLabelText('Import mode'), 'upsert');

  const button = screen.getByRole('button', { name: 'Start dry run' });
  expect(button).toHaveProperty('disabled', true);
  const note = document.getElementById(button.getAttribute('aria-describedby')!);
  await waitFor(() => expect(note?.textContent).toMatch(/map a column to Name, enter a fixed/));
});

test('a column whose sample cells do not fit the field of its name has a warning', async () => {
  await upload('casId,name,link\n80-05-7,bisphenol A,see below\n');

  expect(await screen.findByText(/^None of the sample cells fits Link\./)).toBeTruthy();
});

test('records missing from the file get a value, which the dry run shows', async () => {
  for (const casId of ['80-05-7', '50-00-0'])
    await api.call('POST', '/api/chems', { as: 'admin', body: { casId, name: 'old' } });
  const user = await upload('casId,name\n80-05-7,old\n');

  await user.selectOptions(
    await screen.findByLabelText('Records missing from the file'),
    'Set a field',
  );
  await user.click(screen.getByRole('checkbox', { name: 'Look only among certain records' }));
  expect(screen.getByRole('button', { name: 'Start dry run' })).toHaveProperty('disabled', true);
  await user.type(await screen.findByRole('combobox', { name: 'Field' }), 'Name');
  await user.click(
    within(await screen.findByRole('listbox')).getByRole('option', { name: 'Name' }),
  );
  await user.click(screen.getByRole('combobox', { name: 'Operator' }));
  await user.click(await screen.findByRole('option', { name: '= is' }));
  await user.type(screen.getByRole('textbox', { name: 'Value' }), 'old');
  await user.selectOptions(screen.getByLabelText('Field to set'), 'Name');
  await user.type(screen.getByLabelText('New value: Name'), 'gone');
  await startDryRun(user);
  await user.click(await screen.findByRole('button', { name: 'Missing from the file 1' }));

  expect(await screen.findByText('gone')).toBeTruthy();
  const { json } = await api.call('GET', '/api/jobs', { as: 'admin' });
  expect(json.data[0].request.missing).toEqual({ where: { name: 'old' }, set: { name: 'gone' } });
});

test('missing records need a condition, a field and a value, which can be empty', async () => {
  for (const casId of ['80-05-7', '50-00-0'])
    await api.call('POST', '/api/chems', { as: 'admin', body: { casId, name: 'A', link: 'DTX1' } });
  const user = await upload('casId,name\n80-05-7,A\n');
  const treatment = await screen.findByLabelText('Records missing from the file');
  const start = screen.getByRole('button', { name: 'Start dry run' });
  const note = document.getElementById(start.getAttribute('aria-describedby')!);
  await user.selectOptions(treatment, 'List them');
  const scope = screen.getByRole('checkbox', { name: 'Look only among certain records' });
  await user.click(scope);
  await waitFor(() => expect(note?.textContent).toContain('has no value'));

  await user.selectOptions(treatment, 'Set a field');
  await waitFor(() => expect(note?.textContent).toContain('choose the field to set'));
  expect(note?.textContent).toContain('a condition for the missing records has no value');
  await user.click(scope);
  await user.selectOptions(screen.getByLabelText('Field to set'), 'Link');
  await waitFor(() => expect(note?.textContent).toContain('enter a new value'));
  expect(start).toHaveProperty('disabled', true);
  const save = screen.getByRole('button', { name: 'Save as recipe…' });
  expect(save).toHaveProperty('disabled', true);
  const reason = document.getElementById(save.getAttribute('aria-describedby')!);
  expect(reason?.textContent).toMatch(/^Before saving: enter a new value/);
  await user.click(screen.getByRole('checkbox', { name: 'Clear Link' }));
  expect(save).toHaveProperty('disabled', false);
  await waitFor(() => expect(start).toHaveProperty('disabled', false));
  await user.click(start);

  await user.click(await screen.findByRole('button', { name: 'Missing from the file 1' }));
  const { json } = await api.call('GET', '/api/jobs', { as: 'admin' });
  expect(json.data[0].request.missing).toEqual({ where: {}, set: { link: '' } });
});

test('columns without a certain field are listed first, and the counts follow each choice', async () => {
  const { user } = await openScreen(api, '/tools/import?into=chems');
  await pasteRows(user, 'name\tMystery\nEpsilon\tsomething\n');

  await screen.findByText('Columns: 1 of 2 mapped, 1 left out, 0 to decide');
  const first = () => screen.getAllByRole('combobox', { name: /^Field for the column/ })[0];
  expect(first()).toBe(screen.getByLabelText('Field for the column Mystery'));
  await user.selectOptions(screen.getByLabelText('Field for the column Mystery'), 'link');

  await screen.findByText('Columns: 2 of 2 mapped, 0 left out, 0 to decide');
  expect(first()).toBe(screen.getByLabelText('Field for the column Mystery'));
});
