import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { defineScreen, type Screens, type ScreenProps } from '../../../src/admin/extending.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
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

function Size({ value, record, isDense }: ScreenProps<'cell'>) {
  if (value === 13) throw new Error('no such size');
  return <b>{`${record?.['label']} has ${value}${isDense ? '' : ' on a page'}`}</b>;
}

function Stamp({ value, onChange, onBlur, control }: ScreenProps<'input'>) {
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
const cellOf = (load: () => Promise<Cell>): Replaced => ({
  replace: [{ part: 'cell', resource: 'boxes', field: 'size', load }],
});
const inputOf = (load: () => Promise<Input>, field = 'stamp'): Replaced => ({
  replace: [{ part: 'input', resource: 'boxes', field, load }],
});
type Replaced = Pick<Screens, 'replace'>;
type Cell = ReturnType<typeof defineScreen<'cell'>>;
type Input = ReturnType<typeof defineScreen<'input'>>;
const details = () => `/boxes/details/${box}`;
const own = () => document.querySelector<HTMLInputElement>('input.own');

let said: unknown[];
beforeEach(() => {
  said = [];
  vi.spyOn(console, 'error').mockImplementation((...all) => void said.push(all.join(' ')));
});

describe('a cell of the installation', () => {
  const cell = async () => defineScreen('cell', Size);

  test('receives the record with the value, in lists and on pages', async () => {
    const looks = cellOf(cell);
    await openScreen(api, '/boxes/overview', looks);
    expect(await screen.findByRole('gridcell', { name: 'A has 7' })).toBeTruthy();

    await openScreen(api, details(), looks);
    expect(await screen.findByText('A has 7 on a page')).toBeTruthy();
  });

  test('receives values that are not columns of the list, too', async () => {
    const Stamped = ({ value, record }: ScreenProps<'cell'>) => (
      <b>{`${value} ${record?.['stamp']}`}</b>
    );

    await openScreen(
      api,
      '/boxes/overview',
      cellOf(async () => defineScreen('cell', Stamped)),
    );

    expect(await screen.findByRole('gridcell', { name: '7 red' })).toBeTruthy();
  });

  test('is used only in its declared places', async () => {
    const code = {
      part: 'cell',
      resource: 'boxes',
      field: 'size',
      places: ['page'],
      load: cell,
    } as const;

    await openScreen(api, details(), { replace: [code] });
    expect(await screen.findByText('A has 7 on a page')).toBeTruthy();

    await openScreen(api, '/boxes/overview', { replace: [code] });
    expect(await screen.findByRole('gridcell', { name: '7' })).toBeTruthy();
  });

  test('is replaced by that of the type for a value at which it throws', async () => {
    await openScreen(api, '/boxes/overview', cellOf(cell));

    expect(await screen.findByRole('gridcell', { name: 'A has 7' })).toBeTruthy();
    expect(screen.getByRole('gridcell', { name: '13' })).toBeTruthy();
    expect(said.join()).toContain('The look of a field failed Error: no such size');
  });

  test('shows the one of the type until it is loaded, and if it fails to load', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    await openScreen(
      api,
      '/boxes/overview',
      cellOf(() => promise),
    );
    expect(await screen.findByRole('gridcell', { name: '7' })).toBeTruthy();

    reject(new Error('gone'));

    await waitFor(() => expect(said).toContain('The cell size of boxes did not load Error: gone'));
    expect(screen.getByRole('gridcell', { name: '7' })).toBeTruthy();
  });
});

describe('an input of the installation', () => {
  const input = async () => defineScreen('input', Stamp);

  test('enters values in a form, named by the label', async () => {
    const { user } = await openScreen(api, details(), inputOf(input));
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
    const { user } = await openScreen(api, details(), inputOf(input, 'label'));
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
    const { promise, resolve } = Promise.withResolvers<Input>();
    const { user } = await openScreen(
      api,
      details(),
      inputOf(() => promise),
    );
    await startEditing(user);
    const first = await screen.findByRole('textbox', { name: 'Stamp' });
    await user.type(first, 'ish');

    resolve(defineScreen('input', Stamp));
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
      inputOf(async () => defineScreen('input', Broken)),
    );
    await startEditing(user);

    expect(await screen.findByRole('textbox', { name: 'Stamp' })).toBeTruthy();
    await waitFor(() => expect(said.join()).toContain('Error: broken'));
  });
});
