import { describe, expect, test } from 'vitest';
import { parseWhere } from '../../src/descriptor/filter/where.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';

/*
 * What an expression may read, for each who asks: a query of a role may name nothing that the role may not read, and a
 * declared condition tells nobody what they may not read.
 */

const fields = {
  name: { type: 'text' },
  hours: { type: 'number' },
  wage: { type: 'number', read: ['admin'] },
  cost: { type: 'number', computed: 'hours * wage' },
  kept: { type: 'number', computed: 'hours * 2 + 1', stored: true },
  team: { type: 'number', computed: 'cost + sum(cost of people.boss)' },
  boss: { type: 'reference', to: 'people' },
  mentor: { type: 'reference', to: 'people', read: ['admin'] },
  friends: { type: 'references', to: 'people' },
};
const everything = ['list', 'read', 'create', 'update'];

function sourceOf(people: object = {}, ofFields: object = {}) {
  return {
    app: { title: 'Work' },
    roles: { admin: { all: true }, staff: {} },
    resources: {
      people: {
        fields: { ...fields, ...ofFields },
        permissions: { staff: everything },
        ...people,
      },
      hidden: { fields: { person: { type: 'reference', to: 'people' }, size: { type: 'number' } } },
      users: {
        fields: {
          email: { type: 'email', required: true, unique: true },
          name: { type: 'text' },
          role: { type: 'choice', choices: ['admin', 'staff'] },
          status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
        },
      },
    },
  };
}

const descriptor = toDescriptor(sourceOf());
const readFor = (role: string, where: object) =>
  parseWhere({ descriptor, role, resource: descriptor.resources.get('people')!, where });
const ask = (role: string, text: string) => readFor(role, { $expression: text });
const listOf = (times: number, text: string, between: string) =>
  Array(times).fill(text).join(between);

describe('an expression in a query', () => {
  test.each([
    ['wage', 'wage * 2 > 1'],
    ['a computed field that reads wage', 'cost + 1 > 2'],
    ['wage behind a reference', 'boss.wage * 2 > 1'],
    ['wage behind two references', 'boss.boss.wage * 2 > 1'],
    ['a hidden reference', "mentor.name = 'a' or 1 = 2"],
    ['the sum of wages', 'sum(wage of people.boss) > 1'],
    ['the number of those with a wage', 'count(people.boss where wage * 2 > 1) + 1 > 1'],
    ['the first by wage', "first(name of people.boss by wage) = 'a'"],
    ['those that a hidden field refers to', 'count(people.mentor) + 1 > 1'],
    ['the records of a hidden collection', 'sum(size of hidden.person) > 1'],
    ['a hidden field of a count', 'count(people.boss.mentor) + 1 > 1'],
  ])('cannot name %s without the right to read it', (_, text) => {
    expect(ask('admin', text)).toHaveProperty('filter');
    expect(ask('staff', text)).toMatchObject({
      problems: [{ code: 'Q029', path: 'where.$expression' }],
    });
  });

  test.each([
    ['wage * 2 > 1', 'wave * 2 > 1'],
    ['boss.wage * 2 > 1', 'boss.wave * 2 > 1'],
    ["mentor.name != 'a'", "mantor.name != 'a'"],
    ['count(people.mentor) * 2 > 1', 'count(people.mantor) * 2 > 1'],
    ['sum(wage of people.boss) > 1', 'sum(wave of people.boss) > 1'],
  ])('says of the hidden %s what it says of an unknown name', (hidden, unknown) => {
    const without = (text: string, name: RegExp) =>
      JSON.stringify(ask('staff', text)).replaceAll(name, 'x');

    expect(without(hidden, /wage|mentor/g)).toBe(without(unknown, /wave|mantor/g));
  });

  test('says of a comparison through a hidden reference what it says of an unknown one', () => {
    const compared = (path: string) =>
      parseWhere({
        descriptor,
        role: 'staff',
        resource: descriptor.resources.get('people')!,
        where: { [`${path}.name`]: { $field: 'name' } },
      });

    expect(JSON.stringify(compared('mentor')).replaceAll('mentor', 'x')).toBe(
      JSON.stringify(compared('mantor')).replaceAll('mantor', 'x'),
    );
  });

  test('has no more than fifty operations together with the conditions beside it', () => {
    const of = (count: number) => ask('staff', `hours${' + 1'.repeat(count)} > 1`);

    expect(of(49)).toHaveProperty('filter');
    expect(of(50)).toMatchObject({ problems: [{ code: 'Q010' }] });
  });

  test.each([
    ['a path behind a reference', 25, (times: number) => listOf(times, 'boss.hours', ' + ')],
    ['a path behind two', 16, (times: number) => listOf(times, 'boss.boss.hours', ' + ')],
    ['the inside of a computed field', 25, (times: number) => listOf(times, 'cost', ' + ')],
    ['one that is computed of others', 10, (times: number) => listOf(times, 'team', ' + ')],
    ['a value of a function', 50, (times: number) => `coalesce(${listOf(times, 'hours', ', ')})`],
    [
      'a reference in a rollup',
      24,
      (times: number) => `sum(${listOf(times, 'boss.hours', ' + ')} of people.boss)`,
    ],
  ])('counts %s as an operation', (_, most, toNumber) => {
    expect(ask('admin', `${toNumber(most)} > 1`)).toHaveProperty('filter');
    expect(ask('admin', `${toNumber(most + 1)} > 1`)).toMatchObject({
      problems: [{ code: 'Q010' }],
    });
  });

  test.each([
    ['of the record', 'team', 10],
    ['compared with', 'hours', 10],
    ['behind a reference', 'boss.team', 10],
    ['of those that refer to it', 'some(people.boss).team', 8],
    ['that is stored', 'kept', 50],
  ])('costs in a filter what computing a value %s costs', (where, path, most) => {
    const leaf = where === 'compared with' ? { [path]: { $field: 'team' } } : { [`${path}_gt`]: 1 };
    const of = (times: number) =>
      readFor('admin', { and: Array.from({ length: times }, () => leaf) });

    expect(of(most)).toHaveProperty('filter');
    expect(of(most + 1)).toMatchObject({ problems: [{ code: 'Q010' }] });
  });

  test('is at least one operation', () => {
    const of = (times: number) =>
      readFor('staff', { and: Array.from({ length: times }, () => ({ $expression: 'true' })) });

    expect(of(50)).toHaveProperty('filter');
    expect(of(51)).toMatchObject({ problems: [{ code: 'Q010' }] });
  });

  test.each(['\0', '\ud800'])('has no text that cannot be stored (%j)', (text) => {
    expect(ask('staff', `name = '${text}'`)).toMatchObject({
      problems: [{ code: 'V013', path: 'where.$expression' }],
    });
  });
});

const problemsOf = (source: object) => {
  const read = parseDescriptor(JSON.stringify(source));
  return 'problems' in read ? read.problems.map(({ code, path }) => [code, path]) : [];
};
const hidden = 'wage * 2 > 1';
const computed = 'cost + 1 > 2';
const behind = 'boss.cost > 1';
const throughMany = 'sum(wage of people.friends.boss) > 1';

describe('a declared condition', () => {
  const permission = (list: string) => sourceOf({ permissions: { staff: { list, read: true } } });
  const check = (one: string) => sourceOf({ checks: [{ check: one, message: 'no' }] });
  const when = (required: string) => sourceOf({}, { note: { type: 'text', when: { required } } });
  const reference = (filter: string) =>
    sourceOf({}, { deputy: { type: 'reference', to: 'people', filter } });
  const shared = (where: string) =>
    sourceOf({ public: { fields: ['name', 'hours', 'boss'], where } });
  const accepted = (one: string) =>
    sourceOf({
      public: { fields: ['name', 'boss'], create: { fields: ['name'], when: one } },
    });

  test.each([
    ['a permission', permission, 'D031'],
    ['a check', check, 'D021'],
    ['a field', when, 'D021'],
    ['a reference', reference, 'D031'],
    ['what is public', shared, 'D047'],
  ])('of %s may not read what its readers may not', (_, declare, code) => {
    for (const condition of [hidden, computed, behind, throughMany]) {
      const isBeyond = condition === behind || condition === throughMany;
      expect(problemsOf(declare(condition)).map(([one]) => one)).toEqual(
        expect.arrayContaining([isBeyond && code === 'D021' ? 'D031' : code]),
      );
    }
  });

  test('of a public form may not read of others what is not public', () => {
    expect(problemsOf(accepted(behind))[0]?.[0]).toBe('D047');
  });

  test.each([
    ['a permission', permission],
    ['a check', check],
    ['a field', when],
    ['what is public', shared],
    ['a reference', reference],
    ['a public form', accepted],
  ])('of %s can be an expression', (_, declare) => {
    expect(problemsOf(declare("length(name) + 1 > 2 and boss.name != 'a'"))).toEqual([]);
  });
});
