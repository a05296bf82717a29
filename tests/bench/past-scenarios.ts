import pg from 'pg';
import { createRandom } from './chem-rows.ts';
import { toRequest } from './client.ts';
import type { Ground, Scenario } from './scenarios.ts';

/** How many versions each record has; a tenth as many records make a million rows. */
const VERSIONS = 10;

/** Gives every record of ours nine more versions, each of one field, in the order of their times. */
export async function fillHistory(url: string, ids: readonly string[]): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `insert into backoffice.history (resource, record_id, operation, version, before, after, way)
       select 'chems', id, 'update', n, jsonb_build_object('comments', 'note ' || (n - 1)),
         jsonb_build_object('comments', 'note ' || n), 'form'
       from generate_series(2, $2) n, unnest($1::text[]) id`,
      [ids, VERSIONS],
    );
    await client.query('vacuum analyze backoffice.history');
  });
}

/** The same rows in a plain table, with the index that its question needs. */
export async function fillFloorHistory(url: string, ids: readonly string[]): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `create table history (seq bigserial primary key, at timestamptz not null default now(), by text,
         resource text, record_id text, operation text, version integer, before jsonb, after jsonb, way text, change_set text)`,
    );
    await client.query(
      `insert into history (resource, record_id, operation, version, after, way)
       select 'chems', _id, 'create', 1, to_jsonb(chems) - '_id', 'import' from chems`,
    );
    await client.query(
      `insert into history (resource, record_id, operation, version, before, after, way)
       select 'chems', id, 'update', n, jsonb_build_object('comments', 'note ' || (n - 1)),
         jsonb_build_object('comments', 'note ' || n), 'form'
       from generate_series(2, $2) n, unnest($1::text[]) id`,
      [ids, VERSIONS],
    );
    await client.query('create index on history (resource, record_id, seq)');
    await client.query('vacuum analyze history');
  });
}

/** Questions about the past, with a million rows of history for 100,000 records. */
export function createPastScenarios({ token, ids }: Ground): Scenario[] {
  const random = createRandom(3);
  const anyId = () => ids[Math.floor(random() * ids.length)]!;
  const signedIn = { Authorization: `Bearer ${token}` };
  const floor = { next: () => toRequest('GET', `/history?id=${anyId()}`) };
  return [
    {
      name: 'history of a record, newest 20',
      goal: 0.5,
      ours: { next: () => toRequest('GET', `/api/chems/${anyId()}/history`, signedIn) },
      floor,
    },
  ];
}

async function withClient(url: string, run: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await run(client);
  await client.end();
}
