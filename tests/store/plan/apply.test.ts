import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { applyPlan } from '../../../src/store/schema/plan/apply-plan.ts';
import { undoPlan } from '../../../src/store/schema/plan/undo-plan.ts';
import { allOf, openPlanning, type Planning, type Resources } from '../../support/planning.ts';
import { top } from '../../support/source-files.ts';

let at: Planning;

beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const text = { type: 'text', maxLength: 100 };
const authors = { fields: { name: text } };
const before: Resources = {
  authors,
  books: {
    fields: {
      title: { ...text, search: true },
      year: text,
      isbn: { ...text, unique: true },
      author: { type: 'reference', to: 'authors' },
      status: { type: 'choice', choices: ['new', 'checked'] },
      also: { type: 'references', to: 'authors' },
    },
  },
};
const after: Resources = {
  authors,
  novels: {
    was: 'books',
    fields: {
      name: { ...text, search: true, was: 'title' },
      year: { type: 'number', integer: true },
      writer: { type: 'reference', to: 'authors', was: 'author' },
      status: { type: 'choice', choices: ['new', { value: 'done', was: 'checked' }] },
      also: { type: 'references', to: 'authors' },
    },
  },
};

async function fill(count: number): Promise<void> {
  await at.rows(`insert into authors (_id, name) values ('a', 'Ann')`);
  await at.rows(`insert into books (_id, title, year, isbn, author, status)
    select 'b' || n, 'Book ' || n, case when n % 1000 = 0 then 'soon' else (1900 + n % 100)::text end,
      'i' || n, 'a', 'checked' from generate_series(1, ${count}) n`);
  await at.rows(`insert into "books__also" values ('b1', 0, 'a')`);
  await at.rows(`insert into backoffice.history (resource, record_id, operation, version, before, after)
    values ('books', 'b1', 'update', 2, '{"title":"A","status":"new"}', '{"title":"Book 1","status":"checked"}')`);
}

describe('a plan is applied', () => {
  test(
    'and undone, on 100,000 records: renames, a type, a removed field',
    { timeout: 240_000 },
    async () => {
      await at.start(before);
      await fill(100_000);

      const done = await at.apply(after);
      const [one] = await at.rows(`select name, year, writer, status from novels where _id = 'b1'`);
      const [soon] = await at.rows(`select count(*) from novels where year is null`);
      const [history] = await at.rows(`select resource, before, after from backoffice.history`);
      const joined = await at.rows('select * from "novels__also"');
      const settled = await at.plan(after);
      await at.rows(
        `insert into novels (_id, name, year, status) values ('new', 'New', 2020, 'done')`,
      );
      const undone = await undoPlan(at.database);
      const [back] = await at.rows(
        `select title, year, isbn, author, status from books where _id = 'b1'`,
      );
      const [kept] = await at.rows(`select year from books where _id = 'b1000'`);
      const [since] = await at.rows(`select title, year, status from books where _id = 'new'`);
      const [old] = await at.rows(`select resource, before, after from backoffice.history`);
      const { steps } = await at.plan(before);

      expect(done).toMatchObject({ left: [] });
      expect(one).toEqual({ name: 'Book 1', year: 1901, writer: 'a', status: 'done' });
      expect(soon.count).toBe(100);
      expect(history).toEqual({
        resource: 'novels',
        before: { name: 'A', status: 'new' },
        after: { name: 'Book 1', status: 'done' },
      });
      expect(joined).toEqual([{ owner: 'b1', position: 0, target: 'a' }]);
      expect(settled.steps).toEqual([]);
      expect(undone).toHaveProperty('undone');
      expect(back).toEqual({
        title: 'Book 1',
        year: '1901',
        isbn: 'i1',
        author: 'a',
        status: 'checked',
      });
      expect(kept).toEqual({ year: 'soon' });
      expect(since).toEqual({ title: 'New', year: '2020', status: 'checked' });
      expect(old).toMatchObject({
        resource: 'books',
        after: { title: 'Book 1', status: 'checked' },
      });
      expect(steps).toEqual([]);
    },
  );

  test('a removed resource is restored with its records, also if its name was taken', async () => {
    await at.start(before);
    await fill(3);

    await at.apply({ authors });
    await at.start({ authors, books: { fields: { other: text } } });
    const undone = await undoPlan(at.database);

    expect(undone).toHaveProperty('undone');
    expect(await at.rows('select isbn, author from books order by _id')).toEqual([
      { isbn: 'i1', author: 'a' },
      { isbn: 'i2', author: 'a' },
      { isbn: 'i3', author: 'a' },
    ]);
    expect(await at.rows('select owner, target from "books__also"')).toHaveLength(1);
    expect((await at.plan(before)).steps).toEqual([]);
  });

  test('a new field takes the name of a removed one, and returns it', async () => {
    await at.start({ books: { fields: { title: text, note: text } } });
    await at.rows(`insert into books (_id, title, note) values ('a', 'One', 'old')`);

    await at.apply({ books: { fields: { title: text } } });
    await at.start({ books: { fields: { title: text, note: { type: 'number' } } } });
    await at.rows(`update books set note = 7`);
    await undoPlan(at.database);

    expect(await at.rows('select note from books')).toEqual([{ note: 'old' }]);
  });

  test.each([
    ['the tables', `alter table books alter column title set not null`, before],
    ['the descriptor', 'select 1', { ...after, more: { fields: {} } }],
  ])('is refused when %s changed since it was made', async (_, change, descriptor) => {
    await at.start(before);
    await fill(3);
    const { hash, steps } = await at.plan(after);
    await at.rows(change);

    const outcome = await applyPlan(
      at.database,
      toDescriptor({ resources: descriptor === before ? after : descriptor }),
      { plan: hash, ...allOf(steps) },
    );

    expect(outcome).toEqual({ refused: [expect.stringContaining('changed since')] });
    expect(await at.rows('select isbn from books')).toHaveLength(3);
  });

  test.each<[string, object, RegExp]>([
    ['nothing', { rewrite: false, destructive: false, named: new Set() }, /--allow-rewrite/],
    [
      'rewriting, but not to what is lost',
      { rewrite: true, destructive: true, named: new Set() },
      /cannot convert 1 value/,
    ],
    [
      'a step that is not named',
      { rewrite: true, destructive: true, named: new Set(['drop:x']) },
      /no step drop:x/,
    ],
    [
      'a drop without the word for it',
      {
        rewrite: true,
        destructive: false,
        named: new Set(['drop:novels.isbn', 'convert:novels.year']),
      },
      /--allow-destructive/,
    ],
  ])('is refused with consent to %s', async (_, consent, reason) => {
    await at.start(before);
    await fill(1000);
    const { hash } = await at.plan(after);

    const outcome: any = await applyPlan(at.database, toDescriptor({ resources: after }), {
      plan: hash,
      ...(consent as { rewrite: boolean; destructive: boolean; named: Set<string> }),
    });

    expect(outcome.refused.join('\n')).toMatch(reason);
    expect(await at.rows('select isbn from books limit 1')).toHaveLength(1);
  });

  test('once by two that apply it at the same time', async () => {
    await at.start(before);
    await fill(10);

    const { hash, steps } = await at.plan(after);
    const apply = () =>
      applyPlan(at.database, toDescriptor({ resources: after }), { plan: hash, ...allOf(steps) });
    const outcomes = await Promise.all([apply(), apply()]);

    expect(outcomes.filter((outcome) => 'refused' in outcome)).toHaveLength(1);
    expect(outcomes.filter((outcome) => 'done' in outcome)).toHaveLength(1);
    expect((await at.plan(after)).steps).toEqual([]);
  });

  test('completely or not at all when its process is killed', { timeout: 120_000 }, async () => {
    await at.start(before);
    await fill(20_000);
    const { hash, steps } = await at.plan(after);
    const args = [at.url, hash, JSON.stringify(after), ...allOf(steps).named];
    const child = spawn(process.execPath, [join(top, 'tests/support/plan-applier.ts'), ...args], {
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    const isBusy = async (query: string): Promise<boolean> => {
      const [{ busy }] = await at.rows(`select exists (select from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend'
        and pid <> pg_backend_pid() and state <> 'idle' and query ~ '${query}') as busy`);
      return busy;
    };
    // The first of many statements has begun.
    while (!(await isBusy('^(update|alter)')) && child.exitCode === null);
    child.kill('SIGKILL');
    await exited;
    // What it was doing goes on in the database until that has noticed.
    await expect.poll(() => isBusy(''), { timeout: 30_000 }).toBe(false);

    const [{ books, novels }] = await at.rows(
      `select to_regclass('books') is not null as books, to_regclass('novels') is not null as novels`,
    );

    expect(books).toBe(!novels);
    expect((await at.plan(books ? before : after)).steps).toEqual([]);
  });
});
