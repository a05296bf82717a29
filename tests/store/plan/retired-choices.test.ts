import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;
beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const things = (fax: unknown, part = fax): Resources => {
  const choices = ['email', fax];
  return {
    things: {
      fields: {
        way: { type: 'choice', choices },
        ways: { type: 'choices', choices },
        home: { type: 'object', fields: { way: { type: 'choice', choices: ['email', part] } } },
      },
    },
  };
};

test('a plan counts the records that keep a retired value, and changes none', async () => {
  await at.start(things('fax'));
  await at.rows(`insert into things (_id, way, ways, home) values
    ('a', 'fax', '{email,fax}', '{"way":"fax"}'), ('b', 'fax', '{}', '{"way":"email"}'), ('c', 'email', '{email}', null)`);
  const gone = { value: 'fax', retired: true };
  const retired = things({ value: 'telefax', was: 'fax', retired: true }, gone);

  const { steps } = await at.plan(retired);
  const { refused } = await at.start(things(gone));
  const again = await at.plan(things(gone));

  const sentence = (field: string) =>
    `no longer offers ${field === 'home' ? 'fax' : 'telefax'} for things.${field}; records that have it keep it`;
  expect(steps.filter(({ id }) => id.startsWith('retire:'))).toMatchObject(
    Object.entries({ way: 2, ways: 1, home: 1 }).map(([field, rows]) => ({
      id: `retire:things.${field}`,
      class: 'additive',
      sentence: sentence(field),
      resource: 'things',
      field,
      rows,
    })),
  );
  expect([refused, again.steps]).toEqual([[], []]);
  expect(await at.rows('select way from things order by _id')).toEqual([
    { way: 'fax' },
    { way: 'fax' },
    { way: 'email' },
  ]);
});
