import { afterAll, afterEach, expect, test } from 'vitest';
import { openTestApi } from '../../support/api.ts';
import { savedFiles } from '../../support/browser-parts.ts';
import {
  chooseMore,
  closeScreen,
  openScreen,
  screen,
  startScreens,
  stopScreens,
  within,
} from '../../support/screen.tsx';
import { studiesDescriptor, upload } from '../../support/studies.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { makeZip } from '../../support/make-zip.ts';

const descriptor = studiesDescriptor();

const api = await openTestApi({ descriptor: () => descriptor });

startScreens(api);

const add = async (title: string, names: readonly string[]) => {
  const papers = [];
  for (const name of names) {
    const sent = { as: 'admin', name, field: 'studies.papers' };
    papers.push((await upload(api, Buffer.from('ten bytes.'), sent)).json.id);
  }
  await api.call('POST', '/api/studies', { as: 'admin', body: { title, papers } });
};

await add('Migration', ['a.txt', 'b.txt']);

await add('Toys', ['c.txt']);

afterEach(closeScreen);

afterAll(async () => {
  await stopScreens();
  await api.close();
});

test('an export shows how many files it will contain, and saves them in a ZIP', async () => {
  const { user } = await openScreen(api, '/studies');
  await screen.findByRole('link', { name: 'Toys' });
  await chooseMore(user, 'Export');
  const dialog = await screen.findByRole('dialog', { name: 'Export Studies' });
  const box = within(dialog).getByRole('checkbox', { name: 'With files (ZIP)' });
  expect(box).toHaveProperty('checked', false);

  await user.click(box);
  await within(dialog).findByText('3 files, 30 bytes');
  await user.click(within(dialog).getByRole('button', { name: 'Export' }));
  await screen.findByText('File saved');

  const [file] = await savedFiles();
  expect(file!.name).toBe('studies-export.zip');
  expect(file!.text).toContain('files/papers/Migration/a.txt');
});

test('an export of chosen records shows it too, and one without file columns does not', async () => {
  const { user } = await openScreen(api, '/studies', { language: 'de' });
  await user.click(await screen.findByRole('checkbox', { name: 'Toys auswählen' }));
  await user.click(await screen.findByRole('button', { name: 'Exportieren' }));
  const dialog = await screen.findByRole('dialog');

  await user.click(within(dialog).getByRole('checkbox', { name: 'Mit Dateien (ZIP)' }));
  await within(dialog).findByText('1 Datei, 10 Byte');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Mit Dateien (ZIP)' }));
  await user.click(within(dialog).getByRole('button', { name: 'Keine' }));

  expect(within(dialog).queryByRole('checkbox', { name: 'Mit Dateien (ZIP)' })).toBeNull();
});

test('a ZIP is imported with its files after a dry run, and the screen names unused files', async () => {
  const { user } = await openScreen(api, '/tools/import?into=studies', { language: 'de' });
  const zip = makeZip({
    'studies.csv': 'title,document,document.path\nOne,,files/a.pdf\nTwo,,files/gone.pdf\n',
    'files/a.pdf': makePdf(['Bisphenol A migrates']),
    'files/b.pdf': makePdf(['Nobody names me']),
  });
  await user.upload(
    await screen.findByLabelText('Zu importierende Datei'),
    new File([zip], 'studies.zip'),
  );

  const paths = await screen.findByLabelText('Feld der Spalte document.path');
  expect(paths).toHaveProperty('value', 'document.path');
  expect(within(paths).getByRole('option', { name: 'Document: Pfad im ZIP' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Probelauf starten' }));

  await screen.findByText('Dateien im ZIP, die keine Zeile nennt: 1 (files/b.pdf)');
  const failed = await screen.findByRole('list', { name: 'Fehlgeschlagen' });
  expect(failed.textContent).toContain('Nennt eine Datei, die es in dem ZIP nicht gibt');
  await user.click(screen.getByRole('button', { name: 'Angelegt 1' }));
  const created = await screen.findByRole('list', { name: 'Angelegt' });
  expect(created.textContent).toContain('a.pdf');
  expect(within(created).queryByRole('button', { name: /a\.pdf/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: '1 Datensatz importieren' }));

  await screen.findByText(/Der Import ist abgeschlossen/);
  const { json } = await api.call('GET', '/api/studies?title=One', { as: 'admin' });
  expect(json.data).toMatchObject([{ title: 'One', document: { name: 'a.pdf' } }]);
});
