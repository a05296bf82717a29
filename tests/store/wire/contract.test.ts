import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../../src/store/connection/database.ts';
import type { Connection } from '../../../src/store/connection/connection.ts';
import { wireNames, type CopyShape, type Page } from '../../../src/store/wire/wire.ts';
import { createTestDatabase } from '../../support/database.ts';
import { silent } from '../../support/store.ts';

/** What each wire promises, whatever it is made of. */
describe.each(wireNames)('the %s wire', (wire) => {
  let database: Database;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const created = await createTestDatabase();
    ({ drop } = created);
    database = await openDatabase({ url: created.url, log: silent, wire });
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  describe('reads a page', () => {
    test('of many packets, prepared and not', async () => {
      for (let time = 0; time < 6; time++)
        expect(numbersOf(await readNumbers(database, 1, 20_000))).toEqual(numbers(1, 20_000));
    });

    test('of nothing', async () => {
      const { json, ...rest } = await readNumbers(database, 2, 1);

      expect(json.toString()).toBe('[]');
      expect(rest).toEqual({ rows: 0, about: undefined, keys: [] });
    });

    test('with its total, a cursor, and an extra row', async () => {
      const text = `select case n when 2 then 'ten' end, n::text, null, n from generate_series(1, 4) n`;
      const shape = { columns: [{ name: 'n', form: 'plain' }], hasAbout: true, keys: 2 } as const;

      const page = await database.readPage({ text, values: [] }, { ...shape, perPage: 3 });

      expect(page.json.toString()).toBe('[{"n":1},{"n":2},{"n":3}]');
      expect(page).toMatchObject({ rows: 4, about: 'ten', keys: ['3', null] });
    });

    test('between other statements of its connection', async () => {
      const [before, first, between, second] = await database.transaction((connection) =>
        Promise.all([
          connection.query('select 1 as one'),
          readNumbers(connection, 1, 3),
          connection.run({ text: 'select 2', values: [] }),
          readNumbers(connection, 4, 6),
        ]),
      );

      expect(before.rows).toEqual([{ one: 1 }]);
      expect(between).toEqual([[2]]);
      expect([first, second].map(numbersOf)).toEqual([numbers(1, 3), numbers(4, 6)]);
    });

    test('of its own rows, whoever else queries at the same time', async () => {
      const asked = Array.from({ length: 200 }, (_, at) => ({ from: at * 1_000, to: at * 1_001 }));

      const pages = await Promise.all(asked.map(({ from, to }) => readNumbers(database, from, to)));

      expect(pages.map(numbersOf)).toEqual(asked.map(({ from, to }) => numbers(from, to)));
    });

    test('or fails with the error of its statement, and the connection lives on', async () => {
      await database.alone(async (connection) => {
        const failing = { text: 'select 1 / (3 - n) from generate_series(1, 5) n', values: [] };
        const shape = { columns: [], hasAbout: false, keys: 0, perPage: 10 };

        await expect(connection.readPage(failing, shape)).rejects.toMatchObject({ code: '22012' });

        expect(await connection.run({ text: 'select 1', values: [] })).toEqual([[1]]);
        expect(numbersOf(await readNumbers(connection, 1, 2))).toEqual([1, 2]);
      });
    });
  });

  describe('copies rows', () => {
    test.each([0, 1, 100_000])('as lines, all %s of them', async (count) => {
      const copied = await copy(`select n, 'a;b' from generate_series(1, ${count}) n`);

      expect(copied.rows).toBe(count);
      expect(copied.text).toBe(
        numbers(1, count)
          .map((n) => `${n};"a;b"\r\n`)
          .join(''),
      );
    });

    test('that are longer than one packet', async () => {
      const select = `select n, repeat('x', n * 100000) from generate_series(1, 9) n`;

      const copied = await copy(select);

      const lines = numbers(1, 9).map((n) => `${n};${'x'.repeat(n * 100_000)}\r\n`);
      expect(copied.text === lines.join('')).toBe(true);
    });

    test('of one column that looks like the end of a COPY', async () => {
      expect(await copy(String.raw`values ('\.'), ('a;b'), (''), ('\.')`, ONE)).toEqual({
        text: '\\.\r\n"a;b"\r\n""\r\n\\.\r\n',
        rows: 4,
      });
    });

    test('over a connection that is reused afterwards', async () => {
      const select = `select pg_backend_pid(), 'a'`;

      expect(await copy(select)).toEqual(await copy(select));
    });

    test('until one fails, with the reason', async () => {
      const copied = copy(`select 1 / (50000 - n), 'a' from generate_series(1, 60000) n`);

      await expect(copied).rejects.toMatchObject({ code: '22012' });

      expect(numbersOf(await readNumbers(database, 1, 2))).toEqual([1, 2]);
    });

    test('for a reader who leaves in the middle, while the others continue', async () => {
      const select = `select n, repeat('x', 1000) from generate_series(1, 100000) n`;
      const transaction = await database.begin({ timeout: 0 });
      let rows = 0;
      for await (const copied of transaction.copyOut!(select, LINES)) {
        rows += copied.rows;
        break;
      }

      await transaction.end('rollback');

      expect(rows).toBeGreaterThan(0);
      expect(rows).toBeLessThan(50_000);
      expect(numbersOf(await readNumbers(database, 1, 2))).toEqual([1, 2]);
    });
  });

  async function copy(select: string, shape = LINES): Promise<{ text: string; rows: number }> {
    const transaction = await database.begin({ timeout: 0 });
    try {
      let text = '';
      let rows = 0;
      for await (const copied of transaction.copyOut!(select, shape)) {
        text += Buffer.from(copied.bytes).toString();
        rows += copied.rows;
      }
      return { text, rows };
    } finally {
      await transaction.end('rollback');
    }
  }
});

const LINES: CopyShape = { kinds: ['plain', 'text'], delimiter: ';' };
const ONE: CopyShape = { kinds: ['text'], delimiter: ';' };

const numbers = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);

function readNumbers(
  connection: Pick<Connection, 'readPage'>,
  from: number,
  to: number,
): Promise<Page> {
  const text = `select n from generate_series($1::int, $2::int) n`;
  const columns = [{ name: 'n', form: 'plain' }] as const;
  const shape = { columns, hasAbout: false, keys: 0, perPage: 30_000 };
  return connection.readPage({ text, values: [from, to] }, shape);
}

function numbersOf({ json }: Page): number[] {
  return (JSON.parse(json.toString()) as { n: number }[]).map(({ n }) => n);
}
