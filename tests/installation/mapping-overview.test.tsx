import { describe, expect, test } from 'vitest';
import { screens } from '../../src/installation/screens.ui.ts';
import { addStudy, studyParts } from '../support/study.ts';
import { firstInstallation } from '../support/first-installation.ts';
import { openScreensOf } from '../support/open-screens-of.ts';
import { openScreen, screen, waitFor, within } from '../support/screen.tsx';

const study = await addStudy(await openScreensOf(firstInstallation, studyParts));
for (const rawChemName of ['Dibutyl-phthalate', 'Aqua', 'Aqua', 'Gum'])
  await study.measure({ rawChemName });
await study.measure({ rawChemName: 'Twice' });
await study.map('Twice', { chem: study.dbp });
await study.map('twice', { chem: study.water });

const open = (search = '?sort=count', as = 'staff', language: 'en' | 'de' = 'en') =>
  openScreen(study.api, `/mapping/overview${search}`, { as, language, pages: screens.pages });
const term = (name: RegExp) => screen.findByRole('button', { name });

describe('the overview of mappings', () => {
  test('focuses its list when opened, and does not interrupt typing', async () => {
    const { user } = await open();
    await term(/^Aqua 2 rows/);
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Aqua/));

    const box = screen.getByRole('searchbox', { name: 'Find a term' });
    await user.type(box, 'gum');

    await waitFor(() => expect(screen.queryByRole('button', { name: /^Aqua/ })).toBeNull());
    await term(/^Gum/);
    expect(document.activeElement).toBe(box);
  });

  test('works by keys: accept, reject and revert both, each announced', async () => {
    const { user, calls } = await open();
    const aqua = await term(/^Aqua 2 rows/);
    await term(/^Dibutyl-phthalate 1 row Dibutyl phthalate \(84-74-2\)/);
    aqua.focus();
    calls();

    await user.keyboard('{ArrowDown}');
    const accept = await screen.findByRole('button', {
      name: /^Accept Dibutyl phthalate \(84-74-2\)/,
    });
    expect(accept.getAttribute('aria-keyshortcuts')).toBe('1');
    await user.keyboard('1');
    await within(screen.getByRole('status')).findByText(
      '“Dibutyl-phthalate” mapped to Dibutyl phthalate (1 row). 2 left.',
      { ignore: false },
    );
    expect(calls()).toEqual([
      'POST /api/mappings/decisions',
      'GET /api/mappings/same-names?kind=chem',
    ]);
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Gum/));

    await user.keyboard('x');
    await screen.findByText('“Gum” rejected. 1 left.');
    await user.keyboard('u');
    await screen.findByText('“Gum”: decision undone.');
    await user.keyboard('u');
    await screen.findByText('“Dibutyl-phthalate”: decision undone.');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Dibutyl-/));
    expect(await screen.findByRole('button', { name: 'Unmapped 3' })).toBeTruthy();
  });

  test('lists the most certain first, with reasons, and confirms a contradicted number', async () => {
    await study.make('chems', { casId: '1795-15-9', commonName: 'Octylcyclohexane' });
    const odd = await study.measure({ rawChemName: 'Octylcyclohexan', rawCas: '4443-55-4' });
    const { user, calls } = await open('');
    await term(/^Dibutyl-phthalate 1 row Dibutyl phthalate \(84-74-2\) 100% similar$/);
    const heads = within(screen.getByRole('list', { name: 'Terms' })).getAllByRole('button', {
      name: /rows? /,
    });
    expect(heads.map((head) => head.textContent?.split(' ')[0])).toEqual([
      'Dibutyl-phthalate',
      'Octylcyclohexan',
      'Aqua',
      'Gum',
    ]);
    const differing = await term(/^Octylcyclohexan 4443-55-4 1 row .* similar ?CAS differs$/);
    differing.focus();
    await user.keyboard('{ArrowUp}{ArrowDown}');
    calls();

    await user.keyboard('1');
    const dialog = within(await screen.findByRole('dialog', { name: 'The CAS number differs' }));
    dialog.getByText(/prints 4443-55-4 for “Octylcyclohexan”\. Octylcyclohexane has 1795-15-9/);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls()).toEqual([]);

    await user.keyboard('1');
    await user.click(await screen.findByRole('button', { name: 'Map anyway' }));
    await screen.findByText('“Octylcyclohexan” mapped to Octylcyclohexane (1 row). 3 left.');
    await user.keyboard('u');
    await screen.findByText('“Octylcyclohexan”: decision undone.');
    await study.api.database.query('delete from extractions where _id = $1', [odd]);
  });

  test('confirms before a key maps a term to a less similar name', async () => {
    await study.make('chems', { casId: '120-55-8', commonName: 'Diethylene glycol dibenzoate' });
    const like = await study.measure({ rawChemName: 'Dipropylene glycol dibenzoate' });
    const { user, calls } = await open('');
    await term(/^Dipropylene glycol dibenzoate 1 row Diethylene/);
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Dibutyl-/));
    calls();

    await user.keyboard('{ArrowDown}1');
    const dialog = within(await screen.findByRole('dialog', { name: 'The names differ' }));
    dialog.getByText(/^“Dipropylene glycol dibenzoate” and “Diethylene glycol/);
    await user.keyboard('{Escape}');

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls()).toEqual([]);
    await study.api.database.query('delete from extractions where _id = $1', [like]);
  });

  test('accepts all terms with the same name after a preview, and undoes them together', async () => {
    const water = await study.measure({ rawChemName: 'WATER' });
    const { user } = await open();

    await user.click(
      await screen.findByRole('button', { name: 'Accept all with the same name (1)' }),
    );
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Accept all with the same name' }),
    );
    expect(dialog.getByRole('listitem').textContent).toBe('WATER→ Water (7732-18-5)1 row');
    await user.click(dialog.getByRole('button', { name: 'Map 1 term' }));

    await screen.findByText('1 term mapped.');
    expect(screen.queryByRole('button', { name: /^Accept all/ })).toBeNull();
    await waitFor(() => expect(screen.queryByRole('button', { name: /^WATER/ })).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Aqua/));
    await user.keyboard('s');
    await screen.findByRole('searchbox', { name: /target for “Aqua”/ });
    await user.click(await screen.findByRole('button', { name: 'Undo all' }));
    await screen.findByText('The terms are unmapped again.');
    await term(/^WATER 1 row/);
    await study.api.database.query('delete from extractions where _id = $1', [water]);
  });

  test('finds another target while the user types, and maps to it by Enter', async () => {
    const { user } = await open();
    (await term(/^Aqua/)).focus();

    await user.keyboard('s');
    await user.type(await screen.findByRole('searchbox', { name: /target for “Aqua”/ }), 'wat');
    await screen.findByRole('button', { name: /^Accept Water/ });
    await user.keyboard('{Enter}');

    await screen.findByText('“Aqua” mapped to Water (2 rows). 2 left.');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('“Aqua”: decision undone.')).toBeTruthy();
  });

  test('creates a missing target, after showing its problems', async () => {
    const { user } = await open();
    (await term(/^Gum/)).focus();

    await user.click(await term(/^Gum/));
    await user.keyboard('n');
    const dialog = within(await screen.findByRole('dialog', { name: 'New target for “Gum”' }));
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /Common name/ }).value).toBe(
      'Gum',
    );
    await user.type(dialog.getByRole('textbox', { name: /CAS/ }), '9000-01-6');
    await user.click(dialog.getByRole('button', { name: 'Create and map' }));
    expect((await dialog.findByRole('alert')).textContent).toMatch(/casId/);
    await user.clear(dialog.getByRole('textbox', { name: /CAS/ }));
    await user.type(dialog.getByRole('textbox', { name: /CAS/ }), '9000-01-5');
    await user.click(dialog.getByRole('button', { name: 'Create and map' }));

    await screen.findByText('“Gum” mapped to Gum (1 row). 2 left.');
  });

  test('shows contradictions, and keeps one', async () => {
    const { user } = await open('?state=conflict');
    const first = await term(/^Twice 1 row Dibutyl phthalate \/ Water/);
    first.focus();

    await user.keyboard('2');

    await screen.findByText('“Twice” means Water. 0 left.');
    await user.keyboard('u');
    expect(await screen.findByText('“Twice”: decision undone.')).toBeTruthy();
  });

  test('is shown in German, filters by typed text, and is read-only for viewers', async () => {
    const { user } = await open('?sort=count', 'viewer', 'de');
    await term(/^Aqua 2 Zeilen/);
    expect(screen.getByText(/Sie können die Begriffe ansehen/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Verwerfen' })).toBeNull();

    await user.type(screen.getByRole('searchbox', { name: 'Begriff suchen' }), 'zzz');

    expect(await screen.findByText('Keine passenden Begriffe.')).toBeTruthy();
  });

  test('is linked in the dev menu, beside the API documentation', async () => {
    await open('', 'dev');

    const menu = within(await screen.findByRole('list', { name: 'Dev Menu' }));
    const links = menu
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Public API docs', '/docs/public'],
      ['Internal API docs', '/docs/internal'],
      ['Mapping overview', '/mapping/overview'],
    ]);
  });

  // Last, as it adds to what is counted above.
  test('loads more by the down arrow at its last term', async () => {
    for (let at = 10; at < 40; at += 1) await study.measure({ rawChemName: `Zeta ${at}` });
    const { user } = await open('?q=');
    await term(/^Aqua/);
    const heads = () => screen.getByRole('list', { name: 'Terms' }).children;
    await waitFor(() => expect(heads()).toHaveLength(25));

    await user.keyboard('{End}');
    await user.keyboard('{ArrowDown}');

    await waitFor(() => expect(heads().length).toBeGreaterThan(25));
    await waitFor(() => expect(heads()[25]?.contains(document.activeElement)).toBe(true));
  });
});
