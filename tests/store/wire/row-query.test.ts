import type { Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyRows } from '../../../src/store/wire/fast.ts';
import { RowQuery } from '../../../src/store/wire/row-query.ts';
import { readWholeMessages } from '../../../src/store/wire/whole-messages.ts';
import { createTestDatabase } from '../../support/database.ts';

let client: pg.Client;
let drop: () => Promise<void>;

beforeEach(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  client = new pg.Client({ connectionString: created.url });
  await client.connect();
  readWholeMessages((client as unknown as { connection: { stream: Socket } }).connection.stream);
});
afterEach(async () => {
  await client.end();
  await drop();
});

test('reading rows ends with an error of the reader, and the connection survives', async () => {
  const taken: number[] = [];

  const failing = new Promise((_, reject) => {
    const query = new RowQuery({ text: 'select generate_series(1, 5)', values: [] }, () => {
      taken.push(1);
      throw new Error('no room');
    });
    (client.query as (...asked: unknown[]) => void)(query, undefined, reject);
  });
  await expect(failing).rejects.toThrow('no room');

  expect(taken).toHaveLength(1);
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a copy ends with an error of its writer', async () => {
  const writeLine = Object.assign(
    () => {
      throw new Error('no room');
    },
    { mostFor: (length: number) => length },
  );

  const copied = copyRows(client, 'copy (select generate_series(1, 5)) to stdout', writeLine);

  await expect(copied.next()).rejects.toThrow('no room');
});

test('the rows after a failed copy go to their own reader', async () => {
  const lines: string[] = [];
  const writeLine = Object.assign(
    (line: Buffer, from: number, to: number) => lines.push(line.toString('utf8', from, to)),
    { mostFor: (length: number) => length },
  );
  const failing = copyRows(client, 'copy (select 1 / 0) to stdout', writeLine);
  await expect(failing.next()).rejects.toMatchObject({ code: '22012' });

  expect(await copyByDriver('copy (select 7) to stdout')).toEqual(['7\n']);
  expect(lines).toEqual([]);
});

/** The rows of a copy as the driver itself hands them on. */
function copyByDriver(text: string): Promise<string[]> {
  const rows: string[] = [];
  return new Promise((resolve, reject) => {
    const copy = {
      submit: (connection: pg.Connection) => connection.query(text),
      handleCopyData: ({ chunk }: { chunk: Buffer }) => void rows.push(chunk.toString()),
      handleCommandComplete: () => {},
      handleReadyForQuery: () => resolve(rows),
      handleError: reject,
    };
    client.query(copy as pg.Submittable);
  });
}
