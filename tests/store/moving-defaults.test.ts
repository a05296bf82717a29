import { afterAll, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { applyAdditive } from '../../src/store/schema/plan/apply-additive.ts';
import { nobody, openTestStore, recordOf } from '../support/store.ts';

const users = { fields: { name: { type: 'text' } } };
const before = { code: { type: 'text' } };
const after = {
  ...before,
  at: { type: 'datetime', required: true, default: '$now' },
  lastWeek: { type: 'datetime', default: '$today-1w' },
  due: { type: 'date', required: true, default: '$today+1m' },
  year: { type: 'number', integer: true, default: '$year-1' },
  owner: { type: 'reference', to: 'users', default: '$user' },
};

const store = await openTestStore({ users, loans: { fields: before } });
recordOf(await store.store.create(store.resource('loans'), { code: 'old' }, nobody, 'old'));
afterAll(() => store.close());

test('existing records get the defaults of new fields as of today, and no owner', async () => {
  const wanted = toDescriptor({ resources: { users, loans: { fields: after } } });
  const start = new Date();

  const { refused } = await applyAdditive(store.database, wanted);

  const loans = wanted.resources.get('loans')!;
  const [old] = await store.store.findMany(loans, '_id', ['old']);
  const day = (days: number) => new Date(start.getTime() + days * 86_400_000).toISOString();
  const { rows } = await store.database.query<{ due: string }>(
    `select to_char((now() at time zone 'UTC')::date + interval '1 month', 'YYYY-MM-DD') as due`,
  );
  expect(refused).toEqual([]);
  expect(old).toMatchObject({
    lastWeek: `${day(-7).slice(0, 10)}T00:00:00.000Z`,
    due: rows[0]!.due,
    year: start.getUTCFullYear() - 1,
    owner: null,
  });
  expect(Math.abs(Date.parse(String(old!.at)) - start.getTime())).toBeLessThan(60_000);
});

test('a relative default is the same declaration every day, so nothing is repeated', async () => {
  const again = toDescriptor({ resources: { users, loans: { fields: after } } });

  const { applied } = await applyAdditive(store.database, again);

  expect(applied).toEqual([]);
});
