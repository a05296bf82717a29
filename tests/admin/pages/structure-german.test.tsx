import { fireEvent } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openLibraryInMemory } from '../../support/library-in-memory.ts';
import { addRecords } from '../../support/screen-library.ts';
import {
  leaveScreen,
  openScreen,
  screen,
  startScreens,
  stopScreens,
} from '../../support/screen.tsx';

let library: Awaited<ReturnType<typeof openLibraryInMemory>>;

beforeAll(async () => {
  library = await openLibraryInMemory();
  startScreens(library);
  await addRecords(library, '/api/books', [
    { title: 'One', pages: 12, blurb: 'Long', extra: { a: 1 } },
    { title: 'Two' },
  ]);
});
afterEach(async () => {
  await leaveScreen();
  await library.call('DELETE', '/api/structure/drafts/mine', {
    as: 'admin',
    headers: { 'If-Match': '*' },
  });
});
afterAll(async () => {
  await stopScreens();
  await library.close();
});

const openText = () => openScreen(library, '/structure/overview?tab=text', { language: 'de' });

type User = Awaited<ReturnType<typeof openScreen>>['user'];

const press = async (user: User, name: string) =>
  user.click(await screen.findByRole('button', { name }));

/** Changes the text of the books, and opens the plan. */
async function review(...changes: readonly (readonly [RegExp, string])[]): Promise<User> {
  const { user } = await openText();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Datei' }), 'books.json');
  const input = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: 'Text von books.json',
  });
  const value = changes.reduce((text, [from, to]) => text.replace(from, to), input.value);
  fireEvent.change(input, { target: { value } });
  await press(user, 'Änderungen prüfen');
  await screen.findByRole('heading', { name: 'Prüfen' });
  return user;
}

/** The sentences of the steps: what describes them before their IDs. */
async function sentences(): Promise<(string | null)[]> {
  await screen.findByRole('button', { name: 'Anwenden' });
  return [...document.querySelectorAll('[id^="step-"]')].map((each) => each.textContent);
}

test('what records prevent is said in German', async () => {
  await review([/"isbn": \{/, '"isbn": { "required": true,']);

  expect(await sentences()).toEqual(['macht books.isbn zum Pflichtfeld']);
  expect(screen.getByText(/^Datensätze von books haben keinen Wert dafür/)).toBeTruthy();
});

test('a plan, its application and the last change are in German', async () => {
  const user = await review(
    [/"title": \{/, '"note": { "type": "text" },\n"title": {'],
    [/"pages": \{[^}]*\},/, '"pages": { "type": "text" },'],
    [/"extra": \{[^}]*\},/, ''],
    [/"maxLength": 100/, '"maxLength": 2'],
  );

  const told = await sentences();
  expect(told).toEqual([
    'fügt das Feld note zu books hinzu',
    'ändert books.pages von Zahl in Text',
    'löscht books.extra, das nicht mehr deklariert ist, mit allen Werten',
    'beschränkt die Werte von books.title; vorhandene Werte bleiben, müssen aber korrigiert werden, bevor der Datensatz gespeichert werden kann',
  ]);
  expect(document.querySelector('main [lang="en"]')).toBeNull();

  await user.click(screen.getByRole('checkbox', { name: /^Erlauben(: schreibt|; Werte)/ }));
  await press(user, 'Anwenden');

  const done = await screen.findByText(/^Die Änderung wurde angewendet/);
  expect(done.textContent).toContain('ändert books.pages von Zahl in Text');
  expect(done.textContent).toContain(
    'books.extra ist nicht mehr deklariert: Die Datenbank behält die Werte von 1 Datensatz',
  );
  expect(done.textContent).toContain('Geänderte Regeln: books.title');
  expect(done.textContent).toMatch(/gespeichert werden kann \(2 Datensätze\)/);
});

test('a change that an older version stored is shown in English, and says so', async () => {
  await library.database.query('update backoffice.plan set texts = null');
  await openText();

  const sentence = await screen.findByText('adds the field note to books');

  expect(sentence.getAttribute('lang')).toBe('en');
});

test('a German label leaves the English one as it was', async () => {
  const { user } = await openScreen(library, '/structure/overview?tab=roles&role=admin', {
    language: 'de',
  });

  await user.type(await screen.findByLabelText('Beschriftung (Deutsch)'), 'Leitung{Enter}');

  await screen.findByText('1 Änderung');
  expect(screen.getByLabelText('Beschriftung (English)')).toHaveProperty('value', 'Admin');
});

test('settings have German names, descriptions and options', async () => {
  await openScreen(library, '/structure/overview?tab=app', { language: 'de' });

  const background = await screen.findByRole('combobox', { name: 'Hintergrund' });

  expect([...background.children].map((one) => one.textContent)).toContain('Schwarz');
  expect(
    screen.getByText(/^Die Hintergrundfarbe der Seitenleiste\. Vorgabe: Schwarz$/),
  ).toBeTruthy();
});
