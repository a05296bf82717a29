import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { applyAdditive } from '../../../src/store/schema/plan/apply-additive.ts';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;

beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const text = { type: 'text', maxLength: 100 };

describe('indexes of many records', () => {
  test.each(['apply', 'start'] as const)(
    'are built by %s while others write, and the duration is known next time',
    { timeout: 120_000 },
    async (by) => {
      const wide: Resources = {
        books: {
          fields: { title: text, year: text },
          list: { columns: ['title'], filters: ['title'] },
        },
      };
      const list = { filters: ['title', 'year'] };
      const listed: Resources = { books: { fields: { title: text, year: text }, list } };
      await at.start(wide);
      await at.rows(
        `insert into books (_id, title) select 'b' || n, 'Book ' || n from generate_series(1, 100000) n`,
      );
      let slowest = 0;
      let isDone = false;
      const writing = (async () => {
        for (let n = 0; !isDone; n++) {
          const started = performance.now();
          await at.rows(`insert into books (_id, title) values ('w${n}', 'x')`);
          slowest = Math.max(slowest, performance.now() - started);
        }
      })();

      await at[by](listed);
      isDone = true;
      await writing;
      const [measured] = await at.rows('select rows, seconds from backoffice.index_build');
      const [{ valid }] = await at.rows(
        `select indisvalid as valid from pg_index where indexrelid = '"books.year.filter"'::regclass`,
      );

      expect(valid).toBe(true);
      expect(measured.rows).toBeGreaterThanOrEqual(100_000);
      expect((await at.plan(listed)).steps).toEqual([]);
      expect(slowest).toBeLessThan(2_000);
    },
  );

  test.each(['apply', 'start'] as const)(
    'that the descriptor no longer asks for are dropped by %s, and the plan says so',
    async (by) => {
      const fields = { title: text, year: { type: 'number' } };
      const asked = {
        books: { fields, indexes: [['year', 'title']], list: { filters: ['title'] } },
      };
      await at.start(asked);
      await at.rows(
        'insert into books (_id, title) select n::text, n from generate_series(1, 10000) n',
      );
      const names = async () =>
        (
          await at.rows(
            `select relname as name from pg_class where relname like 'books.%' and relkind = 'i' order by 1`,
          )
        ).map(({ name }) => name);
      const before = await names();

      const { steps } = await at.plan({ books: { fields } });
      await at[by]({ books: { fields } });

      expect(before).toEqual(['books.sort', 'books.title.filter', 'books.year+title.composite']);
      expect(steps).toMatchObject([
        { id: 'unindex:books.title.filter', class: 'additive' },
        { id: 'unindex:books.year+title.composite', class: 'additive' },
        { id: 'index:books.year.filter', class: 'additive' },
      ]);
      expect(await names()).toEqual(['books.sort', 'books.year.filter']);
    },
  );

  test('keep what they have when one of their fields is renamed', async () => {
    const list = { filters: [] };
    const year = { type: 'number' };
    await at.start({
      books: { fields: { title: text, year }, indexes: [['year', 'title']], list },
    });

    const edition = { ...year, was: 'year' };
    const { steps } = await at.plan({
      books: { fields: { title: text, edition }, indexes: [['edition', 'title']], list },
    });

    expect(steps.filter(({ id }) => /^(un)?index:/.test(id))).toEqual([]);
  });

  test('are built if the trigram operators are in another schema', async () => {
    const searched = { books: { fields: { title: { ...text, search: true } } } };
    await at.rows('create schema trigrams');
    await at.rows('alter extension pg_trgm set schema trigrams');
    await at.start({ books: { fields: { title: text } } });
    await at.rows(
      `insert into books (_id, title) select 'b' || n, 'Book ' || n from generate_series(1, 10000) n`,
    );

    const { steps } = await at.plan(searched);
    const outcome = await at.apply(searched);

    expect(steps).toMatchObject([{}, { sentence: 'adds the index books.words', rows: 10_000 }]);
    expect(outcome).toMatchObject({ done: [expect.anything(), 'adds the index books.words'] });
  });

  test('are left to the process that builds them', async () => {
    await at.start({ books: { fields: { title: text } } });
    const listed: Resources = { books: { fields: { title: text, year: { type: 'number' } } } };
    let left: unknown;

    await at.database.alone(async (sql) => {
      await sql.query('select pg_advisory_lock(7261004)');
      left = (await applyAdditive(at.database, toDescriptor({ resources: listed }))).applied;
    });

    expect(left).toMatchObject([{ summary: { sentence: 'adds the field year to books' } }]);
  });

  test('that a build left unfinished are built again', async () => {
    const listed: Resources = { books: { fields: { title: text }, list: { filters: ['title'] } } };
    await at.start(listed);
    await at.rows('drop index "books.title.filter"');
    await at.rows('create index "books.title.filter" on books (title)');

    await at.apply(listed);

    expect((await at.plan(listed)).steps).toEqual([]);
  });
});

test('the planner knows what is in the tables after a change', async () => {
  const known = () => at.rows(`select from pg_stats where tablename = 'authors'`);
  await at.start({ authors: { fields: { name: text } } });
  await at.rows(`insert into authors (_id, name) values ('a', 'Ann'), ('b', 'Ben')`);
  const early = await known();

  await at.start({ authors: { fields: { name: text, born: text } } });

  expect(early).toEqual([]);
  expect(await known()).not.toEqual([]);
});

test('changing retention of trash and history does not change a table', async () => {
  const books = { fields: { title: text } };
  await at.start({ books });

  const shorter = { ...books, trash: { days: 0 }, history: { days: 365 } };

  expect((await at.plan({ books: shorter })).steps).toEqual([]);
});
