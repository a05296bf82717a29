import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;
beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const libraries = (author: object, more: object = {}): Resources => ({
  authors: { fields: { name: { type: 'text' }, isAlive: { type: 'boolean' }, ...more } },
  books: {
    fields: {
      name: { type: 'text' },
      author: { type: 'reference', to: 'authors', ...author },
      editors: { type: 'references', to: 'authors' },
    },
  },
});
const fill = `
  insert into authors (_id, name, "isAlive") values ('a', 'Austen', false), ('b', 'Bond', true);
  insert into books (_id, name, author) values ('one', 'Emma', 'a'), ('two', 'Bond', 'b'), ('three', 'Air', null)`;

describe('a new filter of a reference', () => {
  beforeEach(async () => {
    await at.start(libraries({}));
    await at.database.query(fill);
  });

  test('counts the records that do not match it, and changes nothing', async () => {
    const { steps } = await at.plan(libraries({ filter: { isAlive: true } }));

    expect(steps).toMatchObject([
      {
        id: 'rule:books.author.filter',
        class: 'additive',
        unfit: {
          count: 1,
          sample: [{ _id: 'one', title: 'Emma', value: 'a' }],
          where: { _id_in: ['one'] },
        },
      },
    ]);
  });

  test('compares with the record that has the reference', async () => {
    const { steps } = await at.plan(libraries({ filter: { name: { $field: 'name' } } }));

    expect(steps).toMatchObject([{ unfit: { count: 1, sample: [{ _id: 'one' }] } }]);
  });

  test('is not counted if it depends on the user, or on a new field', async () => {
    const user = { type: 'reference', to: 'users' };
    const { steps } = await at.plan({
      ...libraries({ filter: { owner: '$user' } }, { owner: user }),
      users: { fields: {} },
    });

    expect(steps.map(({ id }) => id)).not.toContain('rule:books.author.filter');
  });

  test('is counted once: not again when it has been applied', async () => {
    await at.apply(libraries({ filter: { isAlive: true } }));

    const { steps } = await at.plan(libraries({ filter: { isAlive: true } }));

    expect(steps).toEqual([]);
  });
});

describe('a new tree', () => {
  const authors = (parent: object): Resources => ({
    authors: {
      fields: { name: { type: 'text' }, mentor: { type: 'reference', to: 'authors', ...parent } },
    },
  });
  beforeEach(async () => {
    await at.start(authors({}));
    await at.database.query(`insert into authors (_id, name, mentor) values
      ('a', 'A', null), ('b', 'B', 'a'), ('c', 'C', 'b'), ('x', 'X', null), ('y', 'Y', 'x');
      update authors set mentor = 'y' where _id = 'x'`);
  });

  test('counts the records that are below themselves', async () => {
    const { steps } = await at.plan(authors({ tree: true }));

    expect(steps).toMatchObject([
      {
        id: 'rule:authors.mentor.tree',
        class: 'additive',
        unfit: { count: 2, sample: [{ _id: 'x', title: 'X', value: 'y' }, { _id: 'y' }] },
      },
    ]);
  });

  test('counts those that are too deep', async () => {
    await at.database.query(`update authors set mentor = null where _id = 'x'`);

    const { steps } = await at.plan(authors({ tree: { maxDepth: 2 } }));

    expect(steps).toMatchObject([{ unfit: { count: 1, sample: [{ _id: 'c' }] } }]);
  });
});
