import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../src/store/connection/session.ts';
import { shapes } from '../support/shapes.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

let db: TestStore;

beforeAll(async () => {
  db = await openTestStore(shapes);
});
afterAll(() => db.close());

const numbers = (from: number, to: number) => ({
  text: `select n::text from generate_series($1::int, $2::int) n`,
  values: [from, to],
});

/** The only cell of each row: behind their number and its length, its text. */
async function take(session: Session, from: number, to: number): Promise<string[]> {
  const taken: string[] = [];
  await session.take(numbers(from, to), (bytes, start, end) =>
    taken.push(bytes.toString('utf8', start + 6, end)),
  );
  return taken;
}

const texts = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

describe('rows that are taken', () => {
  test('are all there, also of many packets, when they are prepared and when they are not', async () => {
    for (let time = 0; time < 6; time++)
      expect(await take(db.database, 1, 20_000)).toEqual(texts(1, 20_000));
  });

  test('are those of their own statement, whatever else its connection is asked for', async () => {
    const asked = await db.database.transaction((session) =>
      Promise.all([
        session.query('select 1 as one'),
        take(session, 1, 3),
        session.run(numbers(7, 9)),
        take(session, 4, 6),
      ]),
    );

    const [before, first, between, second] = asked;
    expect(before.rows).toEqual([{ one: 1 }]);
    expect([first, between, second]).toEqual([texts(1, 3), [['7'], ['8'], ['9']], texts(4, 6)]);
  });

  test('end with the error of their statement, and its connection lives on', async () => {
    await db.database.alone(async (session) => {
      const failing = { text: 'select 1 / (3 - n) from generate_series(1, 5) n', values: [] };

      await expect(session.take(failing, () => {})).rejects.toMatchObject({ code: '22012' });

      expect((await session.run(numbers(1, 2))).flat()).toEqual(['1', '2']);
      expect(await take(session, 1, 2)).toEqual(['1', '2']);
    });
  });

  test('end with what their taker throws, and the connection lives on', async () => {
    await db.database.alone(async (session) => {
      const taken: number[] = [];
      const failing = session.take(numbers(1, 5), () => {
        taken.push(1);
        throw new Error('no room');
      });

      await expect(failing).rejects.toThrow('no room');

      expect(taken).toHaveLength(1);
      expect(await take(session, 1, 2)).toEqual(['1', '2']);
    });
  });
});
