import { beforeAll, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { parseDescriptor } from '../../../src/descriptor/read/parse-descriptor.ts';
import { toVisibleSource } from '../../../src/descriptor/permissions/visible-source.ts';
import type { DescriptorSource } from '../../../src/descriptor/settings/descriptor-settings.ts';
import { librarySource } from '../../support/library.ts';
import { bringAllNear } from '../../support/near-observer.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { closeScreen, openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const overdue = {
  when: { and: [{ dueOn_lt: '$today' }, { paid_neq: true }] },
  color: 'danger',
  label: { en: 'Overdue', de: 'Überfällig' },
  fields: ['dueOn'],
} as const;
const middling = {
  when: { $expression: 'amount * 2 > 100' },
  color: 'success',
  label: { en: 'Middling' },
  fields: ['dueOn'],
} as const;
const big = { when: { double_gt: 100 }, color: 'warning', label: { en: 'Big' } } as const;

function bills(list: object = {}): DescriptorSource {
  const source = {
    roles: { admin: { all: true }, clerk: {} },
    resources: {
      bills: {
        title: '{no}',
        importKey: 'no',
        fields: {
          no: { type: 'text', required: true, unique: true },
          state: { type: 'choice', choices: ['new', 'sent'] },
          dueOn: { type: 'date' },
          paid: { type: 'boolean', read: ['admin'], write: ['admin'] },
          amount: { type: 'number' },
          double: { type: 'number', computed: 'amount * 2' },
          customer: { type: 'reference', to: 'users' },
        },
        list: { columns: ['no', 'dueOn'], colors: [overdue, big, middling], ...list },
        permissions: { clerk: ['list', 'read', 'update'] },
      },
      users: librarySource.resources['users'],
    },
  };
  return source as unknown as DescriptorSource;
}

bringAllNear();
const api = await openScreensOf(() => toDescriptor(bills()));
let late: string;
beforeAll(async () => {
  const add = async (body: object) => {
    const { json } = await api.call('POST', '/api/bills', { as: 'admin', body });
    return json._id as string;
  };
  late = await add({ no: 'A', dueOn: '2020-01-01', state: 'new', amount: 1 });
  await add({ no: 'B', dueOn: '2020-01-01', paid: true, state: 'new', amount: 60 });
  await add({ no: 'C' });
});

const signs = () => screen.queryAllByRole('img', { name: /Overdue|Big|Überfällig/ });
const namesOf = (some: HTMLElement[]) => some.map((sign) => sign.getAttribute('aria-label'));

describe('the colours of a list', () => {
  test('are of a value or of a record, and say what they mean', async () => {
    await openScreen(api, '/bills/overview');
    const cell = await screen.findByRole('gridcell', { name: /Overdue.*2020/ });
    const row = screen.getByRole('gridcell', { name: /Big.*B/ }).closest('[role=row]');

    expect(cell.className).toContain('tone-danger');
    expect(row?.className).toContain('tone-warning');
    expect(new Set(namesOf(signs()))).toEqual(new Set(['Big', 'Overdue']));
  });

  test('are calculated by the server, with the list', async () => {
    await openScreen(api, '/bills/overview');
    const cell = await screen.findByRole('gridcell', { name: /Middling/ });

    expect(cell.className).toContain('tone-success');
    expect(screen.getAllByRole('img', { name: 'Middling' })).toHaveLength(1);
  });

  test('speak German', async () => {
    await openScreen(api, '/bills/overview', { language: 'de' });

    expect(await screen.findByRole('gridcell', { name: /Überfällig/ })).toBeTruthy();
  });

  test('follow a change', async () => {
    await openScreen(api, '/bills/overview');
    await screen.findByRole('gridcell', { name: /Overdue/ });

    const change = { as: 'admin', body: { paid: true }, headers: { 'If-Match': '*' } };
    await api.call('PATCH', `/api/bills/${late}`, change);
    closeScreen();
    await openScreen(api, '/bills/overview');
    await screen.findAllByRole('gridcell', { name: /2020/ });

    await waitFor(() => expect(namesOf(signs())).toEqual(['Big']));
    await api.call('PATCH', `/api/bills/${late}`, { ...change, body: { paid: false } });
  });

  test('do not tell a role what it may not read', async () => {
    await openScreen(api, '/bills/overview', { as: 'clerk' });
    await screen.findByRole('gridcell', { name: /Big/ });

    expect(namesOf(signs())).toEqual(['Big']);
    const seen = toVisibleSource(toDescriptor(bills()), 'clerk').resources['bills'];
    expect(seen?.list?.colors).toEqual([big, middling]);
  });

  test('are words on cards and boards', async () => {
    await openScreen(api, '/bills/overview', { width: 390 });
    const card = (await screen.findByRole('link', { name: 'B' })).closest('li');
    expect(card?.className).toContain('tone-warning');
    expect(within(card!).getByText('Big')).toBeTruthy();
    expect(screen.getByText('Overdue').closest('dd')?.className).toContain('tone-danger');

    closeScreen();
    await openScreen(api, '/bills/overview?filter={}&as=board:state');
    const onBoard = (await screen.findByRole('link', { name: 'B' })).closest('li');
    expect(onBoard?.className).toContain('tone-warning');
    expect(within(onBoard!).getByText('Big')).toBeTruthy();
  });

  test('are in a calendar', async () => {
    await openScreen(api, '/bills/overview?filter={}&as=calendar:dueOn&month=2020-01');

    const entry = await screen.findByRole('link', { name: 'B' });
    expect(entry.className).toContain('tone-warning');
    expect(entry.title).toBe('B · Big');
  });
});

test.each([
  [{ ...big, when: 'dueOnn < $today' }, 'when', 'did you mean dueOn?'],
  [{ ...big, fields: ['dueOnn'] }, 'fields.0', 'did you mean dueOn?'],
  [{ ...big, color: 'dangr' }, 'color', 'did you mean danger?'],
])('a wrong colour is told at its place: %o', (color, place, hint) => {
  const parsed = parseDescriptor(JSON.stringify(bills({ colors: [color] })));

  expect('problems' in parsed && parsed.problems).toContainEqual(
    expect.objectContaining({
      path: `resources.bills.list.colors.0.${place}`,
      line: expect.any(Number),
      hint,
    }),
  );
});
