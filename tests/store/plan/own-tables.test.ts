import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPlanning, type Planning } from '../../support/planning.ts';

let at: Planning;
beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const fields = { name: { type: 'text' } };
const more = { ...fields, pages: { type: 'number' } };

const losses = [
  [
    'a table of ours',
    'drop table backoffice.user_settings',
    `to_regclass('backoffice.user_settings')`,
  ],
  [
    'a column of ours',
    'alter table backoffice.recipes drop column version',
    `(select attname from pg_attribute where attrelid = 'backoffice.recipes'::regclass and attname = 'version')`,
  ],
  [
    'a trigger of ours',
    'drop trigger audit_names_people on backoffice.audit',
    `(select tgname from pg_trigger where tgname = 'audit_names_people')`,
  ],
  [
    'a function of ours',
    'drop function backoffice.settle_numbers',
    `(select proname from pg_proc where proname = 'settle_numbers')`,
  ],
] as const;

test.each(losses)('the next change of the tables restores a dropped %s', async (...loss) => {
  const [, drop, find] = loss;
  await at.start({ books: { fields } });
  await at.rows(drop);

  await at.start({ books: { fields: more } });

  expect(await at.rows(`select ${find} is not null as "isThere"`)).toEqual([{ isThere: true }]);
});

test('unchanged system tables are not touched', async () => {
  await at.start({ books: { fields } });
  // A statement that ran again would make the function as it was.
  await at.rows(`create or replace function backoffice.words(text[]) returns text
    language sql immutable parallel safe strict as $$ select array_to_string($1, '-') $$`);

  await at.start({ books: { fields: more } });

  expect(await at.rows(`select backoffice.words('{a,b}') as words`)).toEqual([{ words: 'a-b' }]);
});
