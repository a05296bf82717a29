import { expect, test } from 'vitest';
import { parseDescriptor } from '../../../../src/descriptor/read/parse-descriptor.ts';
import { librarySource } from '../../../support/library.ts';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { addRecords } from '../../../support/screen-library.ts';
import { gridCell, openScreen, waitFor } from '../../../support/screen.tsx';

const parsed = parseDescriptor(
  JSON.stringify({
    roles: { admin: { all: true }, staff: {} },
    resources: {
      users: librarySource.resources.users,
      values: {
        title: 'name',
        fields: {
          name: { type: 'text' },
          amount: { type: 'number', qualifier: 'sign' },
          sign: { type: 'choice', choices: ['<', '>', '='] },
        },
        list: { columns: ['name', 'sign', 'amount'], sort: 'name' },
      },
    },
  }),
);
if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
const { descriptor } = parsed;
const api = await openScreensOf(() => descriptor);

const stored = async () => {
  const { json } = await api.call('GET', '/api/values?_sort=name', { as: 'admin' });
  return (json.data as { amount: number; sign: string }[]).map(({ amount, sign }) => [
    amount,
    sign,
  ]);
};

test('a bound is one value of a cell: shown, pasted, and replaced by an exact number', async () => {
  await addRecords(api, '/api/values', [{ name: 'A', amount: 0.5, sign: '<' }, { name: 'B' }]);
  const { user } = await openScreen(api, '/values/overview');
  (await gridCell('<0.5')).focus();

  await user.paste('7\n< 3');

  await waitFor(async () =>
    expect(await stored()).toEqual([
      [7, null],
      [3, '<'],
    ]),
  );
  await gridCell('<3');
});

test('a qualifier pasted beside its number counts, and one that contradicts it is refused', async () => {
  const { user } = await openScreen(api, '/values/overview');
  (await gridCell('A')).focus();

  await user.paste('A\t>\t7\nB\t>\t<8');

  await waitFor(async () =>
    expect(await stored()).toEqual([
      [7, '>'],
      [3, '>'],
    ]),
  );
  await waitFor(() => expect(document.querySelectorAll('.g-failed')).toHaveLength(1));
});
