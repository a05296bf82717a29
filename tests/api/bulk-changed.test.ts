import { expect, test } from 'vitest';
import { openManyTickets, type ManyTickets } from '../support/many-tickets.ts';

let tickets: ManyTickets;
openManyTickets((opened) => {
  tickets = opened;
});

test.each([
  ['delete', { action: 'delete' }],
  ['update', { action: 'update', data: { weight: 5000 } }],
])('a record that no longer matches the filter at its turn is not changed: %s', async (_, what) => {
  const { next } = await tickets.openLines({ ...what, where: { status: 'draft' } });
  await next();
  await next();
  // The last in the order of the work.
  await tickets.desk.database.query(
    `update tickets set status = 'closed', _version = _version + 1 where _id = 't99'`,
  );
  let last: any;
  for (let line = await next(); line; line = await next()) last = line;

  expect(last.summary).toMatchObject({ total: 449, failed: 0 });
  expect(await tickets.count(`_id = 't99' and weight = 99`)).toBe(1);
});
