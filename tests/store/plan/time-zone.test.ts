import { afterEach, beforeEach, expect, it } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { applyPlan } from '../../../src/store/schema/plan/apply-plan.ts';
import { previewPlan } from '../../../src/store/schema/plan/make-plan.ts';
import { allOf, openPlanning, type Planning } from '../../support/planning.ts';

let at: Planning;

beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const plain = { at: { type: 'datetime' } };
const dated = {
  ...plain,
  number: { type: 'sequence', format: '{year}-{number}' },
  year: { type: 'number', computed: 'year(at)', stored: true },
};
const now = { ...dated, now: { type: 'datetime', default: '$now' } };

async function apply(timeZone: string, fields: object): Promise<string[]> {
  const descriptor = toDescriptor({ app: { timeZone }, resources: { books: { fields } } });
  const { hash, steps } = await previewPlan(at.database, descriptor);
  await applyPlan(at.database, descriptor, { plan: hash, ...allOf(steps) });
  return steps.map(({ id }) => id);
}

it('a plan changes numbers and stored values to another time zone', async () => {
  await apply('UTC', dated);
  await at.rows(
    `insert into books (_id, "createdAt", at) values ('a', '2026-12-31T20:00Z', '2026-12-31T20:00Z')`,
  );

  const steps = await apply('Pacific/Auckland', dated);
  await at.rows(
    `insert into books (_id, "createdAt", at) values ('b', '2026-12-31T20:00Z', '2026-12-31T20:00Z')`,
  );

  expect(steps).not.toEqual([]);
  expect(await apply('Pacific/Auckland', dated)).toEqual([]);
  expect(await at.rows('select _id, number, year from books order by _id')).toEqual([
    { _id: 'a', number: '2026-1', year: 2027 },
    { _id: 'b', number: '2027-2', year: 2027 },
  ]);
});

it('a new field with a default fills records with the same moment in any time zone', async () => {
  await apply('Pacific/Auckland', dated);
  await at.rows(`insert into books (_id) values ('a')`);

  await apply('Pacific/Auckland', now);

  const [{ off }] = await at.rows(
    'select abs(extract(epoch from clock_timestamp() - now)) as off from books',
  );
  expect(Number(off)).toBeLessThan(3600);
});
