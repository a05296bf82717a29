import { expect, test, vi } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { rollupsDescriptor } from '../support/rollups.ts';

test.each([
  [
    'area',
    'a region gets another name while a line is added to an order of its customer',
    `insert into lines (_id, "order") values ('new', 'o1')`,
    `update regions set name = 'Far North' where _id = 'north'`,
    `select area as value from lines where _id = 'new'`,
    'Far North',
  ],
  [
    'area',
    'a region gets another name while a customer moves there',
    `update customers set region = 'south' where _id = 'ann'`,
    `update regions set name = 'Far South' where _id = 'south'`,
    `select area as value from lines where _id = 'old'`,
    'Far South',
  ],
  [
    'turnover',
    'a line changes while its order gets another customer',
    `update orders set customer = 'bea' where _id = 'o1'`,
    `update lines set quantity = 10 where _id = 'old'`,
    `select turnover::float as value from customers where _id = 'bea'`,
    20,
  ],
  [
    'turnover',
    'a price changes while a line gets the product',
    `insert into lines (_id, "order", product, quantity) values ('new', 'o2', 'bread', 1)`,
    `update products set price = 3 where _id = 'bread'`,
    `select turnover::float as value from customers where _id = 'bea'`,
    3,
  ],
])('a stored %s is exact when %s', async (stored, _, first, second, read, value) => {
  const descriptor = rollupsDescriptor([stored]);
  const { database, close } = await openTestApi({ descriptor: () => descriptor });
  await database.query(`
    insert into regions (_id, name) values ('north', 'North'), ('south', 'South');
    insert into customers (_id, name, region) values ('ann', 'Ann', 'north'), ('bea', 'Bea', null);
    insert into products (_id, name, price) values ('bread', 'Bread', 2);
    insert into orders (_id, name, customer) values ('o1', 'o1', 'ann'), ('o2', 'o2', 'bea');
    insert into lines (_id, "order", product, quantity) values ('old', 'o1', 'bread', 1)`);

  const waiting: Promise<unknown>[] = [];
  await database.transaction(async (sql) => {
    await sql.query(first);
    waiting.push(database.query(second));
    const isWaiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitUntil(() => database.some(isWaiting));
  });
  await Promise.all(waiting);

  expect((await database.query(read)).rows).toEqual([{ value }]);
  await close();
});
