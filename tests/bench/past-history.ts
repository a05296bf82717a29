import pg from 'pg';

/** Ten versions for each of 100,000 records make a million rows. */
const UPDATES = 9;

/**
 * Gives each record nine more versions over the year before, as if somebody had gone through all of them nine times.
 * Today's values and versions are as the last of them left them.
 */
export async function fillHistory(url: string, ids: readonly string[]): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `update backoffice.history set at = now() - interval '366 days' where resource = 'chems'`,
    );
    await client.query(
      `insert into backoffice.history (resource, record_id, operation, version, before, after, way, at)
       select 'chems', c._id, 'update', n + 1, d.before, d.after, 'form',
         now() - interval '1 day' - interval '364 days' * (1 - ((n - 1) * $2 + i.place) / ($3 * $2)::float)
       from generate_series(1, $3::int) n
       cross join unnest($1::text[]) with ordinality i(id, place)
       join chems c on c._id = i.id
       cross join lateral (select
         case n when 4 then jsonb_build_object('commonName', 'Earlier ' || c."commonName")
           when 5 then jsonb_build_object('fccPrioTier', 1 + i.place % 4)
           else jsonb_build_object('comments', 'note ' || (n - 1)) end as before,
         case n when 4 then jsonb_build_object('commonName', c."commonName")
           when 5 then jsonb_build_object('fccPrioTier', c."fccPrioTier")
           else jsonb_build_object('comments', 'note ' || n) end as after) d
       order by n, i.place`,
      [ids, ids.length, UPDATES],
    );
    await client.query(`update chems set comments = 'note ${UPDATES}', _version = ${UPDATES + 1}`);
    await client.query('vacuum full backoffice.history, chems');
    await client.query('vacuum analyze');
  });
}

/** A moment since which this share of the changes was made, from 0 to 1. */
export async function momentBefore(url: string, changes: number): Promise<string> {
  return await withClient(url, async (client) => {
    const { rows } = await client.query<{ at: Date }>(
      `select at from backoffice.history where resource = 'chems' order by seq desc offset $1 limit 1`,
      [changes],
    );
    return rows[0]!.at.toISOString();
  });
}

export async function recordIds(url: string): Promise<string[]> {
  return await withClient(url, async (client) => {
    await client.query('vacuum analyze');
    const { rows } = await client.query<{ _id: string }>('select _id from chems order by dtxsid');
    return rows.map((row) => row._id);
  });
}

/** Creates a database on the same PostgreSQL. */
export async function createDatabase(url: string, name: string): Promise<string> {
  await withClient(url, (client) => client.query(`create database ${name}`));
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

async function withClient<Result>(
  url: string,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
