import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  defineField,
  type OwnCellProps,
  type OwnInputProps,
} from '../../../src/admin/extending.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import type { FieldLookCodes } from '../../../src/admin/resource/field-look.tsx';
import { boxesDescriptor } from '../../support/hooked-boxes.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { openScreen, screen, startEditing, waitFor } from '../../support/screen.tsx';

let box: string;
/** Lists do not show all fields. */
function boxes() {
  const source = structuredClone(boxesDescriptor.source);
  Object.assign(source.resources['boxes'] ?? {}, { list: { columns: ['label', 'size'] } });
  return toDescriptor(source);
}

const api = await openScreensOf(boxes);
beforeAll(async () => {
  const { json } = await api.call('POST', '/api/boxes', {
    as: 'admin',
    body: { label: 'A', size: 7, stamp: 'red' },
  });
  box = json._id;
  await api.call('POST', '/api/boxes', { as: 'admin', body: { label: 'B', size: 13 } });
});

function Size({ value, record, isDense }: OwnCellProps) {
  if (value === 13) throw new Error('no such size');
  return <b>{`${record?.['label']} has ${value}${isDense ? '' : ' on a page'}`}</b>;
}

function Stamp({ value, onChange, onBlur, control }: OwnInputProps) {
  return (
    <input
      {...control}
      className="own"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
      onBlur={onBlur}
    />
  );
}

/** Called anew in each test, so that none has loaded before. */
const looksOf = (
  load: FieldLookCodes[number]['load'],
  field = 'size',
): { fields: FieldLookCodes } => ({ fields: [{ resource: 'boxes', field, load }] });
const details = () => `/boxes/details/${box}`;
const own = () => document.querySelector<HTMLInputElement>('input.own');

let said: unknown[];
beforeEach(() => {
  said = [];
  vi.spyOn(console, 'error').mockImplementation((...all) => void said.push(all.join(' ')));
});

describe('a cell of the installation', () => {
  const cell = async () => defineField({ Cell: Size });

  test('receives the record with the value, in lists and on pages', async () => {
    const looks = looksOf(cell);
    await openScreen(api, '/boxes/overview', looks);
    expect(await screen.findByRole('gridcell', { name: 'A has 7' })).toBeTruthy();

    await openScreen(api, details(), looks);
    expect(await screen.findByText('A has 7 on a page')).toBeTruthy();
  });

  test('receives values that are not columns of the list, too', async () => {
    const Stamped = ({ value, record }: OwnCellProps) => <b>{`${value} ${record?.['stamp']}`}</b>;

    await openScreen(
      api,
      '/boxes/overview',
      looksOf(async () => defineField({ Cell: Stamped })),
    );

    expect(await screen.findByRole('gridcell', { name: '7 red' })).toBeTruthy();
  });

  test('is used only in its declared places', async () => {
    const code = { resource: 'boxes', field: 'size', places: ['page'] as const, load: cell };

    await openScreen(api, details(), { fields: [code] });
    expect(await screen.findByText('A has 7 on a page')).toBeTruthy();

    await openScreen(api, '/boxes/overview', { fields: [code] });
    expect(await screen.findByRole('gridcell', { name: '7' })).toBeTruthy();
  });

  test('is replaced by that of the type for a value at which it throws', async () => {
    await openScreen(api, '/boxes/overview', looksOf(cell));

    expect(await screen.findByRole('gridcell', { name: 'A has 7' })).toBeTruthy();
    expect(screen.getByRole('gridcell', { name: '13' })).toBeTruthy();
    expect(said.join()).toContain('The look of a field failed Error: no such size');
  });

  test('shows the one of the type until it is loaded, and if it fails to load', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    await openScreen(
      api,
      '/boxes/overview',
      looksOf(() => promise),
    );
    expect(await screen.findByRole('gridcell', { name: '7' })).toBeTruthy();

    reject(new Error('gone'));

    await waitFor(() => expect(said).toContain('The look of boxes.size did not load Error: gone'));
    expect(screen.getByRole('gridcell', { name: '7' })).toBeTruthy();
  });
});

describe('an input of the installation', () => {
  const input = async () => defineField({ Input: Stamp });

  test('enters values in a form, named by the label', async () => {
    const { user } = await openScreen(api, details(), looksOf(input, 'stamp'));
    await startEditing(user);
    await waitFor(() => expect(own()).toBeTruthy());
    const text = screen.getByRole('textbox', { name: 'Stamp' });
    expect(text).toBe(own());

    await user.clear(text);
    await user.type(text, 'blue');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(async () => {
      const { json } = await api.call('GET', `/api/boxes/${box}`, { as: 'admin' });
      expect(json.stamp).toBe('blue');
    });
  });

  test('shows the error of a value, and takes the focus', async () => {
    const { user } = await openScreen(api, details(), looksOf(input, 'label'));
    await startEditing(user);
    await waitFor(() => expect(own()).toBeTruthy());
    await user.clear(own()!);
    await user.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(own()!.getAttribute('aria-invalid')).toBe('true'));
    const text = document.getElementById(own()!.getAttribute('aria-describedby')!);
    expect(text?.textContent).toMatch(/required/i);
    await waitFor(() => expect(document.activeElement).toBe(own()));
  });

  test('does not replace an input in which the user types', async () => {
    const { promise, resolve } = Promise.withResolvers<{ Input: typeof Stamp }>();
    const { user } = await openScreen(
      api,
      details(),
      looksOf(() => promise, 'stamp'),
    );
    await startEditing(user);
    const first = await screen.findByRole('textbox', { name: 'Stamp' });
    await user.type(first, 'ish');

    resolve({ Input: Stamp });
    await promise;
    await user.type(first, '!');
    expect(document.activeElement).toBe(first);

    await user.tab();
    await waitFor(() => expect(own()?.value).toMatch(/ish!$/));
  });

  test('is replaced by that of the type if it throws', async () => {
    const Broken = () => {
      throw new Error('broken');
    };
    const { user } = await openScreen(
      api,
      details(),
      looksOf(async () => ({ Input: Broken }), 'stamp'),
    );
    await startEditing(user);

    expect(await screen.findByRole('textbox', { name: 'Stamp' })).toBeTruthy();
    await waitFor(() => expect(said.join()).toContain('Error: broken'));
  });
});
