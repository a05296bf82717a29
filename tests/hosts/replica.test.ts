import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEvents } from '../support/event-reader.ts';
import {
  findPrograms,
  openReplicatedServer,
  type ReplicatedServer,
} from '../support/replicated-server.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { signIn, type SignedIn } from '../support/sign-in.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const programs = findPrograms();
const folder = await openTemporaryFolder();

describe.runIf(programs)('two servers whose read replica is behind', () => {
  let databases: ReplicatedServer;
  let primary: pg.Client;
  let standby: pg.Client;
  let servers: ServerProcess[] = [];
  let sessions: SignedIn[];
  beforeAll(async () => {
    databases = await openReplicatedServer(programs!);
    primary = new pg.Client({ connectionString: databases.url });
    standby = new pg.Client({ connectionString: databases.readUrl });
    await Promise.all([primary.connect(), standby.connect()]);
  }, 60_000);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end()));
    await Promise.all([primary.end(), standby.end()]);
    await databases.stop();
  });

  const start = (name: string): Promise<ServerProcess> =>
    runServer({
      DATABASE_URL: databases.url,
      DATABASE_READ_URL: databases.readUrl,
      DATA_DIR: join(folder, name),
      SECRET: 'the same for both, long enough for a key',
      ADMIN_PASSWORD: 'password of the admin',
      LOG_LEVEL: 'silent',
    });
  const admin = ({ url }: ServerProcess): Promise<SignedIn> =>
    signIn(url, 'admin@example.org', 'password of the admin');
  const pauseReplay = async (): Promise<void> => {
    await standby.query('select pg_wal_replay_pause()');
    await expect
      .poll(
        async () =>
          (await standby.query('select pg_get_wal_replay_pause_state() as is')).rows[0].is,
      )
      .toBe('paused');
  };
  const resumeReplay = () => standby.query('select pg_wal_replay_resume()');
  const isInUse = async (server: ServerProcess): Promise<boolean> => {
    const { replica } = await (await fetch(`${server.url}/readyz`)).json();
    return replica.inUse;
  };
  const addSource = async (title: string): Promise<string> => {
    const body = { sourceId: title, title, year: 2020, extractionStatus: 'extracted' };
    const answer = await sessions[0]!.call('POST', '/api/sources', { body });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body._id;
  };

  test('start with an empty database, their sample and their admin', async () => {
    // So that the replica is good enough to be asked when the first server opens it.
    await primary.query('create extension if not exists pg_trgm');
    const { rows } = await primary.query('select pg_current_wal_lsn()::text as at');
    await expect
      .poll(
        async () =>
          (await standby.query('select pg_last_wal_replay_lsn() >= $1 as has', [rows[0].at]))
            .rows[0].has,
      )
      .toBe(true);
    await pauseReplay();

    const first = await start('one');
    const session = await admin(first);
    const chems = await session.call('GET', '/api/chems?_perPage=1');
    await resumeReplay();
    servers = [first, await start('two')];
    sessions = await Promise.all(servers.map(admin));

    expect(chems.status).toBe(200);
    expect(chems.body.total).toBeGreaterThan(100);
  }, 90_000);

  /** A record whose new title only the primary has, read from a replica that still shows the old one. */
  async function renameBehindReplica(server: ServerProcess): Promise<{ id: string; old: string }> {
    for (let round = 1; round <= 20; round += 1) {
      const old = `Red ${randomUUID()}`;
      const id = await addSource(old);
      await expect.poll(() => isInUse(server), { timeout: 20_000 }).toBe(true);
      await pauseReplay();
      // The change notifies nobody, so the server goes on reading from the replica.
      await primary.query(`update sources set title = $2, _version = 2 where _id = $1`, [
        id,
        old.replace('Red', 'Blue'),
      ]);
      const list = await sessions[0]!.call('GET', `/api/sources?title=${encodeURIComponent(old)}`);
      if (list.body.data.length === 1) return { id, old };
      // The server wrote something of its own in between, so it read from the primary.
      await resumeReplay();
    }
    throw new Error('The server never read from its replica');
  }

  test('run a declared action on records that match now', async () => {
    const { id, old } = await renameBehindReplica(servers[0]!);
    const { call } = sessions[0]!;
    const review = (title: string) =>
      call('POST', '/api/sources/bulk', {
        body: { action: 'review', where: { title }, data: { verdict: 'reviewed' } },
      });

    const red = await review(old);
    const untouched = await call('GET', `/api/sources/${id}`);
    const blue = await review(old.replace('Red', 'Blue'));
    await resumeReplay();

    expect(red.body).toMatchObject({ total: 0, updated: 0, failed: 0 });
    expect(untouched.body).toMatchObject({ _version: 2, extractionStatus: 'extracted' });
    expect(blue.body).toMatchObject({ total: 1, updated: 1, failed: 0 });
  }, 120_000);

  test('read named records from the primary', async () => {
    const { id, old } = await renameBehindReplica(servers[0]!);
    const { call } = sessions[0]!;
    const title = old.replace('Red', 'Blue');

    const found = await call('POST', '/api/sources/lookup', {
      body: { values: [title], fields: ['title'] },
    });
    // An export is recorded, and what comes after this write is read from the primary anyway.
    const exported = await call('POST', '/api/sources/export', { body: { ids: [id] } });
    await resumeReplay();

    expect(exported.body).toMatchObject([{ _id: id, title }]);
    expect(found.body.data).toMatchObject([{ matches: [{ record: { _id: id } }] }]);
  }, 120_000);

  test('show a change to both sessions at once, and never the older value after it', async () => {
    const [writer, reader] = sessions as [SignedIn, SignedIn];
    const id = await addSource('Version 0');
    await standby.query(`alter system set recovery_min_apply_delay = '1500ms'`);
    await standby.query('select pg_reload_conf()');
    const stream = readEvents(
      await fetch(`${servers[1]!.url}/api/sse/`, {
        headers: { Authorization: `Bearer ${reader.token}` },
      }),
    );
    const title = async ({ call }: SignedIn): Promise<string> =>
      (await call('GET', `/api/sources?sourceId=${encodeURIComponent('Version 0')}`)).body.data[0]
        .title;
    const isReplayed = async (...shown: [id: string, title: string]): Promise<boolean> => {
      const sources = 'select from sources where _id = $1 and title = $2';
      return (await standby.query(sources, shown)).rowCount === 1;
    };
    const heard = () =>
      stream.events.filter(({ event, data }) => event === 'record.updated' && data._id === id);
    const seen: string[][] = [];

    for (let version = 1; version <= 10; version += 1) {
      const headers = { 'If-Match': `"${version}"` };
      const body = { title: `Version ${version}` };
      const { status } = await writer.call('PATCH', `/api/sources/${id}`, { headers, body });
      const own = await title(writer);
      await expect.poll(() => heard().length, { timeout: 3_000, interval: 5 }).toBe(version);
      const shown = [String(status), own];
      // In every other round until the replica has caught up, so that it answers too.
      do {
        shown.push(await title(reader), await title(writer));
        shown.push(await title(reader), await title(writer));
      } while (version % 2 === 0 && !(await isReplayed(id, body.title)));
      shown.push(await title(reader), await title(writer));
      seen.push([...new Set(shown)]);
    }
    await stream.stop();

    expect(seen).toEqual(
      Array.from({ length: 10 }, (_, version) => ['200', `Version ${version + 1}`]),
    );
  }, 90_000);
});
