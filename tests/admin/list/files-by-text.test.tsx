import { beforeAll, expect, test, vi } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { finishFileWork } from '../../support/file-work.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { openFilterRow, openPanel } from '../../support/filter-tools.ts';
import {
  gridCell,
  openScreen,
  screen,
  waitFor,
  within,
  type ScreenOptions,
} from '../../support/screen.tsx';
import { studiesSource, upload } from '../../support/studies.ts';

const ids: string[] = [];
const files: string[] = [];

/** Their titles are searched too. */
const studiesByTitle = () => {
  const { studies } = studiesSource.resources;
  const title = { ...studies.fields.title, search: true };
  const searched = { ...studies, fields: { ...studies.fields, title } };
  return toDescriptor({
    ...studiesSource,
    resources: { ...studiesSource.resources, studies: searched },
  });
};

const api = await openScreensOf(studiesByTitle);
beforeAll(async () => {
  for (let at = 1; at <= 6; at++) {
    const { json } = await upload(api, makePdf(['', `Bisphenol ${at} migrates into food`]), {
      as: 'admin',
      name: `study-${at}.pdf`,
    });
    const body = { title: `Study ${at}`, document: json.id };
    const created = await api.call('POST', '/api/studies', { as: 'admin', body });
    ids.push(created.json._id);
    files.push(json.id);
  }
  await finishFileWork(api);
});

const studies = () =>
  screen
    .queryAllByRole('link', { name: /^Study/, hidden: true })
    .map(({ textContent }) => textContent);

async function search(text: string, options: ScreenOptions = {}) {
  const opened = await openScreen(api, '/dashboard', { as: 'admin', ...options });
  await screen.findByRole('heading', { level: 1 });
  await opened.user.keyboard('{Control>}k{/Control}');
  await opened.user.type(await screen.findByRole('combobox'), text);
  return opened;
}

test('the palette finds files by their text, and opens one at the page', async () => {
  const { user, address } = await search('bisphenol 3');
  const group = await screen.findByRole('group', { name: 'In files' });

  const option = within(group).getByRole('option');
  expect(option.textContent).toBe('Study 3study-3.pdf, page 2Bisphenol 3 migrates into food');
  const marks = [...option.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(marks).toEqual(['Bisphenol', '3']);
  await user.click(option);

  expect(await screen.findByRole('dialog', { name: 'study-3.pdf' })).toBeTruthy();
  await waitFor(() => expect(location.hash).toBe('#page=2&search=Bisphenol'));
  expect(address()).toBe('/dashboard');
});

test('a file that contains the words is listed before similar records', async () => {
  const body = { title: 'Bisfenol 4' };
  await api.call('POST', '/api/studies', { as: 'admin', body });
  await search('bisphenol 4');

  await screen.findByRole('option', { name: /^Bisfenol 4/ });
  const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
  expect(groups.slice(0, 2)).toEqual(['In files', 'Studies']);
});

test('a file opens in a new tab at its record', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = await search('bisphenol 3');
  await screen.findByRole('group', { name: 'In files' });
  await user.keyboard('{Control>}{Enter}{/Control}');

  const path = `/studies/details/${ids[2]}?file=${files[2]}#page=2&search=Bisphenol`;
  expect(open.mock.calls[0]?.[0]).toBe(path);
  open.mockRestore();
});

test('the palette leads to all records whose files have the words, in German too', async () => {
  const { user, address } = await search('bisphenol', { language: 'de' });
  const group = await screen.findByRole('group', { name: 'In Dateien' });
  const options = within(group).getAllByRole('option');
  expect(options).toHaveLength(6);
  expect(options[0]!.textContent).toMatch(/^Study \dstudy-\d\.pdf, Seite 2Bisphenol/);

  await user.click(
    within(group).getByRole('option', { name: / in Studies · Document.* anzeigen$/ }),
  );
  await waitFor(() => expect(decodeURIComponent(address())).toContain('document_search'));
  expect(await screen.findByText('Study 6')).toBeTruthy();
  expect(await screen.findByText('erwähnt', { exact: false })).toBeTruthy();
});

test('a filter by the text of files is typed in the form of its field', async () => {
  const { user, address } = await openScreen(api, '/studies/overview', { as: 'admin' });
  await gridCell('Study 1');
  await openFilterRow(user);
  await user.click(await screen.findByRole('button', { name: /^Filter Document/ }));
  const input = await screen.findByRole('textbox', { name: 'Document mentions' });

  await user.type(input, '"');
  expect(await screen.findByText(/at most 20 words/)).toBeTruthy();
  await user.type(input, 'bisphenol 3" or nothing');

  await waitFor(() => expect(studies()).toEqual(['Study 3']));
  expect(decodeURIComponent(address())).toContain(
    '"document_search":"\\"bisphenol 3\\" or nothing"',
  );
  expect(screen.getByText(/mentions “"bisphenol 3" or nothing”/)).toBeTruthy();
});

test('the builder offers the text of files first, with a hint', async () => {
  const { user } = await openScreen(api, '/studies/overview', { as: 'admin', language: 'de' });
  await gridCell('Study 1');
  const panel = await openPanel(user);
  await user.type(within(panel).getByRole('combobox', { name: 'Feld' }), 'Document');
  await user.click(await screen.findByRole('option', { name: 'Document' }));
  expect(within(panel).getByText('¶ erwähnt')).toBeTruthy();
  const value = within(panel).getByRole('textbox', { name: 'Wert' });

  await user.type(value, '-bisphenol');
  expect(await within(panel).findByText(/höchstens 20 gesuchte Wörter/)).toBeTruthy();
  await user.clear(value);
  await user.type(value, 'bisphenol 5');

  await waitFor(() => expect(studies()).toEqual(['Study 5']));
});
