import { expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { toVisibleSource } from '../../../src/descriptor/permissions/visible-source.ts';
import { savedFiles } from '../../support/browser-parts.ts';
import { addFinds, findsDescriptor } from '../../support/finds.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { chooseMore, openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const api = await openScreensOf(() => findsDescriptor);
await addFinds(api);

const open = async (as?: string) => {
  const opened = await openScreen(api, '/finds/overview', ...(as ? [{ as }] : []));
  await screen.findByRole('columnheader', { name: 'Maker › Tier' });
  return opened;
};
const tiers = () =>
  screen
    .getAllByRole('gridcell')
    // Without the empty row for a new record.
    .filter((cell) => cell.dataset['column'] === '2' && !cell.closest('.g-new'))
    .map((cell) => cell.textContent);

test('a declared column shows the value of the other record, sorts and filters by it', async () => {
  const { user } = await open();
  await waitFor(() => expect(tiers()).toEqual(['1', '2', '3', '']));

  const head = screen.getByRole('columnheader', { name: 'Maker › Tier' });
  await user.click(within(head).getAllByRole('button')[0]!);
  await waitFor(() => expect(head.getAttribute('aria-sort')).toBe('ascending'));
  await user.click(within(head).getAllByRole('button')[0]!);
  await waitFor(() => expect(tiers()).toEqual(['3', '2', '1', '']));

  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('checkbox', { name: /^Filter row/ }));
  await user.type(await screen.findByRole('textbox', { name: /Maker › Tier/ }), '2');
  await waitFor(() => expect(tiers()).toEqual(['2']));
  // The reference itself has no condition.
  expect(await screen.findByRole('button', { name: /Maker: Any/ })).toBeTruthy();
});

test('a click on a reference selects its cell, and a tool of the cell leads to the record', async () => {
  const { user, address } = await open();
  const link = (await screen.findAllByRole('link', { name: 'Ada' }))[0]!;
  const cell = link.closest<HTMLElement>('[role="gridcell"]')!;

  await user.click(link);

  expect(address()).toMatch(/^\/finds\/overview/);
  expect(cell.contains(document.activeElement)).toBe(true);
  const tool = within(cell).getByTitle('Open Maker');
  expect(tool.getAttribute('href')).toBe(link.getAttribute('href'));
});

test('a locked cell names the record that owns the value, and Space leads to that record', async () => {
  const { user } = await open();
  const cell = await screen.findByRole('gridcell', { name: '3' });
  await user.click(cell);
  await user.keyboard('{F2}');
  expect(
    await screen.findByText(
      'This value belongs to another record: Maker. Press Space for a link to it.',
    ),
  ).toBeTruthy();

  await user.keyboard(' ');
  const link = await screen.findByRole('link', { name: 'Open Maker' });
  expect(link.getAttribute('href')).toContain('/makers/details/m3');
});

test('Columns offers the fields of other records by reference, and finds them', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: /^Columns/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Columns' }));
  await user.click(dialog.getByRole('button', { name: 'Maker', expanded: false }));
  await user.click(dialog.getByRole('button', { name: 'Town', expanded: false }));
  const group = within(dialog.getByRole('group', { name: 'Maker › Town' }));
  await user.click(group.getByRole('checkbox', { name: 'Name' }));
  await user.type(dialog.getByRole('searchbox'), 'place: row');
  await user.click(dialog.getByRole('checkbox', { name: 'Maker › Place: Row' }));
  await user.keyboard('{Escape}');

  expect(await screen.findByRole('gridcell', { name: 'Oslo' })).toBeTruthy();
  expect(await screen.findByRole('gridcell', { name: '7' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Columns/ }));
  await user.click(await screen.findByRole('button', { name: 'Reset' }));
});

test.each([
  ['Maker › Town › Name', { 'maker.town.name': 'Oslo' }, 'Oslo', ['3']],
  ['Maker › Town › Mayor › Name', { 'maker.town.mayor.name': 'Cem' }, 'Cem', ['1', '2']],
])(
  'a condition through several references opens in the panel: %s',
  async (name, where, typed, found) => {
    const { user } = await openScreen(
      api,
      `/finds/overview?filter=${encodeURIComponent(JSON.stringify({ where }))}`,
    );
    await waitFor(() => expect(tiers()).toEqual(found));
    await user.click(await screen.findByRole('button', { name: `Change the filter ${name}` }));

    const panel = within(await screen.findByRole('complementary', { name: 'Filter' }));
    expect(await panel.findByDisplayValue(name)).toBeTruthy();
    expect(panel.getByDisplayValue(typed)).toBeTruthy();
  },
);

test('an export as in the list has the column', async () => {
  const { user } = await open();
  await chooseMore(user, 'Export');
  const dialog = within(await screen.findByRole('dialog', { name: 'Export Finds' }));
  await user.selectOptions(dialog.getByLabelText('Format'), 'json');
  await user.click(dialog.getByRole('button', { name: 'As in the list' }));
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  await screen.findByText('File saved');

  const [file] = await savedFiles();
  expect(JSON.parse(file!.text)[2]).toMatchObject({ label: 'Coin', 'maker.tier': 3 });
});

test('the browser of a role receives nothing that the role cannot see', () => {
  const seen = (role: string) =>
    toDescriptor(toVisibleSource(findsDescriptor, role)).resources.get('finds')!;

  expect(seen('staff').list.columns).toEqual(['label', 'maker', 'maker.tier']);
  expect(seen('staff').through.has('maker.secret')).toBe(false);
  expect(seen('viewer').list.columns).toEqual(['label', 'maker']);
  expect(seen('viewer').through.has('maker.tier')).toBe(false);
  expect(seen('dealer').through.has('maker.town.name')).toBe(false);
});
