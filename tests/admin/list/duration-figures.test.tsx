import { expect, test } from 'vitest';
import { calculate } from '../../../src/admin/list/grid/figures/calculate.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../support/library.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const shifts = {
  label: 'Shifts',
  fields: {
    name: { type: 'text', required: true },
    lasts: { type: 'duration' },
    pages: { type: 'number' },
  },
};

function installation() {
  const { resources, ...rest } = structuredClone(librarySource) as Record<string, any>;
  return toDescriptor({ ...rest, resources: { ...resources, shifts } });
}

const api = await openScreensOf(installation);
await addRecords(api, '/api/shifts', [
  { name: 'A', lasts: 5400 },
  { name: 'B', lasts: 3660 },
  { name: 'C', lasts: 28_800 },
]);

test('sums, averages and the ends of bins are durations', async () => {
  const { user } = await openScreen(api, '/shifts/overview');
  await user.click(await screen.findByRole('button', { name: 'Column Lasts' }));
  await user.click(await screen.findByRole('menuitem', { name: /figures at the foot/ }));
  const choose = await screen.findByRole('combobox', { name: 'Function for Lasts' });
  const result = () => choose.closest('[role="gridcell"]')!.querySelector('.g-result')!.textContent;

  await user.selectOptions(choose, 'Sum');
  await waitFor(() => expect(result()).toBe('10:31 h'));
  await user.selectOptions(choose, 'Average');
  await waitFor(() => expect(result()).toBe('3:30 h'));
  await user.selectOptions(choose, 'Unique');
  await waitFor(() => expect(result()).toBe('3'));

  await user.click(screen.getByRole('button', { name: 'Values' }));
  const facet = await screen.findByRole('region', { name: 'Lasts' });
  expect(await within(facet).findByText('1:00 h')).toBeTruthy();
  expect(within(facet).getByText('8:30 h')).toBeTruthy();
});

test('durations are not added to numbers', () => {
  const { fields } = installation().resources.get('shifts')!;
  const cell = (name: string, value: number) => ({ field: fields.get(name)!, value });
  const names = calculate([cell('lasts', 60), cell('pages', 5)]).map((each) => each.function);

  expect(names).toEqual(['count', 'empty', 'unique']);
});
