import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Fault, World } from './world.ts';

const behind = { database: 'through a relay' } as const;

/** The database itself fails, or somebody else uses it badly. What was killed is started by its keeper. */
export const databaseFaults: readonly Fault[] = [
  {
    ...behind,
    name: 'the database is paused for 8 s',
    during: (world) => pause(world, 8_000),
  },
  {
    ...behind,
    name: 'the database is paused for 40 s',
    during: (world) => pause(world, 40_000),
  },
  ...(['SIGINT', 'SIGQUIT', 'SIGKILL'] as const).map((signal): Fault => ({
    ...behind,
    name: `the database gets ${signal}`,
    ...(signal === 'SIGKILL' && { fast: true }),
    during: async ({ databasePid }) => {
      process.kill(databasePid(), signal);
      await sleep(2_000);
    },
  })),
  {
    ...behind,
    name: 'the database gets SIGKILL three times in a row',
    during: async ({ databasePid }) => {
      for (let turn = 0; turn < 3; turn += 1) {
        process.kill(databasePid(), 'SIGKILL');
        await sleep(4_000);
      }
    },
  },
  {
    ...behind,
    name: 'one process of the database is killed, which ends all connections',
    during: async ({ client }) => {
      const other = await client();
      const { rows } = await other.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() limit 1`,
      );
      process.kill(rows[0]!.pid, 'SIGKILL');
      await other.end().catch(() => undefined);
      await sleep(1_000);
    },
  },
  {
    ...behind,
    name: 'every connection is terminated, ten times',
    fast: true,
    during: (world) => tenTimes(world, 'pg_terminate_backend'),
  },
  {
    ...behind,
    name: 'every statement is cancelled, ten times',
    during: (world) => tenTimes(world, 'pg_cancel_backend'),
  },
  {
    ...behind,
    name: 'another client locks the table for 10 s',
    during: (world) =>
      inTransaction(world, 'lock table "chemFunctions" in access exclusive mode', 10_000),
  },
  {
    ...behind,
    name: 'another client locks for 5 s the table of a computed value',
    fast: true,
    during: (world) => inTransaction(world, 'lock table mappings in access exclusive mode', 5_000),
  },
  {
    ...behind,
    name: 'another client locks all rows for 8 s',
    during: (world) => inTransaction(world, 'select from "chemFunctions" for update', 8_000),
  },
  {
    ...behind,
    name: 'the database rejects writes for 5 s',
    fast: true,
    during: async (world) => {
      await ask(world, (name) => `alter database "${name}" set default_transaction_read_only = on`);
      await ask(world, endAll);
      await sleep(5_000);
      await ask(
        world,
        (name) =>
          `begin read write; alter database "${name}" reset default_transaction_read_only; commit`,
      );
      await ask(world, endAll);
    },
  },
  {
    ...behind,
    name: 'other clients take every connection for 5 s',
    during: async ({ client, relay }) => {
      const others = [];
      for (let count = 0; count < 300; count += 1) {
        const other = await client().catch(() => undefined);
        if (!other) break;
        others.push(other);
      }
      // The server has to open its connections anew, and finds no room.
      relay.resetAfter(/./);
      await sleep(500);
      relay.resetAfter(undefined);
      await sleep(4_500);
      await Promise.all(others.map((other) => other.end()));
    },
  },
  {
    ...behind,
    name: 'statements time out after 50 ms, for 5 s',
    during: async (world) => {
      await ask(world, (name) => `alter database "${name}" set statement_timeout = '50ms'`);
      await ask(world, endAll);
      await sleep(5_000);
      await ask(world, (name) => `alter database "${name}" reset statement_timeout`);
      await ask(world, endAll);
    },
  },
  {
    ...behind,
    name: 'the table is rewritten while it is in use',
    during: async ({ client }) => {
      const other = await client();
      for (let turn = 0; turn < 5; turn += 1) {
        await other.query('vacuum full "chemFunctions"');
        await sleep(300);
      }
      await other.end();
    },
  },
  {
    ...behind,
    name: 'an index is rebuilt while it is in use',
    during: async ({ client }) => {
      const other = await client();
      for (let turn = 0; turn < 5; turn += 1) {
        // It takes the locks of several indexes, so PostgreSQL may end it instead of a write.
        await other.query('reindex table "chemFunctions"').catch(expectDeadlock);
        await sleep(300);
      }
      await other.end();
    },
  },
  {
    ...behind,
    name: 'another client changes records in reverse order, which makes writes deadlock',
    during: async ({ client }) => {
      const other = await client();
      for (let turn = 0; turn < 20; turn += 1) {
        await other
          .query(
            `begin; select from "chemFunctions" where _id in (select _id from "chemFunctions" order by _id desc limit 50) for update;
             select pg_sleep(0.1); update "chemFunctions" set "updatedAt" = now() where _id in (select _id from "chemFunctions" order by _id limit 5); commit`,
          )
          .catch(() => other.query('rollback'));
      }
      await other.end();
    },
  },
  {
    database: 'embedded',
    name: 'the embedded database shuts down and waits for its clients',
    during: async ({ databasePid }) => {
      process.kill(databasePid(), 'SIGTERM');
      await sleep(15_000);
    },
  },
  ...(['SIGINT', 'SIGKILL'] as const).map((signal): Fault => ({
    database: 'embedded',
    name: `the embedded database gets ${signal}`,
    during: async ({ databasePid }) => {
      process.kill(databasePid(), signal);
      await sleep(2_000);
    },
  })),
];

function expectDeadlock(error: unknown): void {
  if (!(error instanceof pg.DatabaseError && error.code === '40P01')) throw error;
}

async function pause({ databasePid, client }: World, milliseconds: number): Promise<void> {
  const other = await client();
  const { rows } = await other.query<{ pid: number }>('select pid from pg_stat_activity');
  await other.end();
  // Its children too, as when the machine it runs on stands still.
  const all = [databasePid(), ...rows.map(({ pid }) => pid)];
  for (const pid of all) signal(pid, 'SIGSTOP');
  await sleep(milliseconds);
  for (const pid of all) signal(pid, 'SIGCONT');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended meanwhile.
  }
}

async function tenTimes({ client }: World, call: string): Promise<void> {
  const other = await client();
  for (let turn = 0; turn < 10; turn += 1) {
    await other.query(
      `select ${call}(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await sleep(200);
  }
  await other.end();
}

async function inTransaction({ client }: World, text: string, milliseconds: number): Promise<void> {
  const other = await client();
  await other.query('begin');
  await other.query(text);
  await sleep(milliseconds);
  await other.query('commit');
  await other.end();
}

async function ask({ client }: World, textOf: (database: string) => string): Promise<void> {
  const other = await client();
  const { rows } = await other.query<{ name: string }>('select current_database() as name');
  await other.query(textOf(rows[0]!.name));
  await other.end();
}

/** Settings of a database hold for connections that begin after them. */
function endAll(): string {
  return 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
}
