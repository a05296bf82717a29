import '../../support/browser-parts.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openTestApi } from '../../support/api.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { makeZip } from '../../support/make-zip.ts';
import {
  closeScreen,
  openScreen,
  screen,
  startScreens,
  stopScreens,
  within,
} from '../../support/screen.tsx';
import { studiesDescriptor } from '../../support/studies.ts';

const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
startScreens(api);
afterEach(closeScreen);
afterAll(async () => {
  await stopScreens();
  await api.close();
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
  const { json } = await api.call('GET', '/api/studies', { as: 'admin' });
  expect(json.data).toMatchObject([{ title: 'One', document: { name: 'a.pdf' } }]);
});
