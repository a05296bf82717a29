import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { serverPid, startProcess } from '../support/embedded-process.ts';
import { silent } from '../support/store.ts';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'durability-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('nothing acknowledged is lost when server and database are killed while they write', async () => {
  const acknowledged: string[] = [];

  for (const victim of ['server', 'database', 'both'] as const) {
    const writer = startProcess(dir, 'write');
    const count = () => writtenBy(writer.lines).length;
    await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(50);
    const database = serverPid(dir)!;
    if (victim !== 'server') process.kill(database, 'SIGKILL');
    if (victim === 'database') await comesBack(writer.lines);
    await writer.end('SIGKILL');
    acknowledged.push(...writtenBy(writer.lines));
  }

  const embedded = await openEmbedded({ dir, log: silent });
  const client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  const { rows } = await client.query(
    `select n._id, h.after->>'text' = n.text as told from notes n
     left join backoffice.history h on h.record_id = n._id and h.resource = 'notes'`,
  );
  await client.end();
  await embedded.stop();

  const there = new Set(rows.map(({ _id }) => _id));
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
  // A record and its history are one: there is neither without the other.
  expect(rows.filter(({ told }) => told !== true)).toEqual([]);
}, 60_000);

function writtenBy(lines: readonly string[]): string[] {
  return lines.flatMap((line) => /^written (.+)$/.exec(line)?.[1] ?? []);
}

/** The writer goes on by itself once its database is there again. */
async function comesBack(lines: readonly string[]): Promise<void> {
  const before = lines.length;
  await expect.poll(() => lines.length, { timeout: 20_000 }).toBeGreaterThan(before + 20);
}
