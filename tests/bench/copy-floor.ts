import { createReadStream, createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import copy from 'pg-copy-streams';
import { toPlain } from './floor-table.ts';

/**
 * What PostgreSQL itself needs for the records of our table, by `COPY` from and to a client as
 * psql's `\copy` does it: in, into a table with the same columns, indexes and constraints, or into a
 * plain one; out, as CSV and as JSON. Nothing is checked, no history is kept, no name becomes an id.
 */
export async function createCopyFloor(url: string, scratch: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const columns = await ownColumns(client);
  const time = async (work: Promise<unknown>): Promise<number> => {
    const started = performance.now();
    await work;
    return (performance.now() - started) / 1_000;
  };
  const copyInto = async (make: () => Promise<unknown>): Promise<number> => {
    await client.query('drop table if exists twin');
    await make();
    const into = client.query(copy.from(`copy twin (${columns}) from stdin (format csv)`));
    const seconds = await time(pipeline(createReadStream(scratch), into));
    await client.query('drop table twin');
    return seconds;
  };
  const out = (query: string) =>
    time(pipeline(client.query(copy.to(`copy (${query}) to stdout`)), nowhere()));
  return {
    /** Keeps what `copyIn` will bring, in the order in which it was brought to us. */
    keep: () =>
      pipeline(
        client.query(
          copy.to(`copy (select ${columns} from chems order by ctid) to stdout (format csv)`),
        ),
        createWriteStream(scratch),
      ),
    copyIn: (): Promise<number> => copyInto(() => makeTwin(client)),
    /** The same into a table with the indexes of a plain schema. */
    copyInPlainly: (): Promise<number> =>
      copyInto(async () => {
        await client.query(`create table twin as select ${columns} from chems with no data`);
        for (const statement of toPlain('twin')) await client.query(statement);
      }),
    csvOut: () =>
      time(
        pipeline(
          client.query(
            copy.to(
              `copy (select ${columns} from chems order by _id) to stdout (format csv, header)`,
            ),
          ),
          nowhere(),
        ),
      ),
    jsonOut: () => out(`select row_to_json(x) from (select ${columns} from chems order by _id) x`),
    end: () => client.end(),
  };
}

async function ownColumns(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = 'chems'::regclass and attnum > 0 and attgenerated = '' and not attisdropped
     order by attnum`,
  );
  return rows.map(({ name }) => name).join(', ');
}

async function makeTwin(client: pg.Client): Promise<void> {
  await client.query('create table twin (like chems including all)');
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = 'chems'::regclass and contype = 'f'`,
  );
  for (const { definition } of rows)
    await client.query(
      `alter table twin add ${definition.replace('REFERENCES chems', 'REFERENCES twin')}`,
    );
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

export type CopyFloor = Awaited<ReturnType<typeof createCopyFloor>>;
