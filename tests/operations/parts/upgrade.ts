import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runServer, type ServerProcess } from '../../support/run-server.ts';
import { signIn } from '../../support/sign-in.ts';
import { top } from '../../support/source-files.ts';
import type { Part } from '../part.ts';
import { runCommand } from '../run-command.ts';
import { commitBeforeLastChange, productAt } from '../upgrade/product-at.ts';

const OLD_POSTGRES = '17.10.0-beta.17';
const PASSWORD = 'nine quiet lakes behind';

const folder = await mkdtemp(join(tmpdir(), 'backoffice-upgrade-'));
const data = join(folder, 'data');
const backups = join(folder, 'backups');
const environment = () => ({
  DATA_DIR: data,
  SAMPLE_DATA: '1',
  ADMIN_PASSWORD: PASSWORD,
  LOG_LEVEL: 'silent',
});

/** What must survive. */
let before: unknown;

/** Runs work on a server, and stops it. */
async function withServer<Done>(
  project: string,
  work: (call: Call, server: ServerProcess) => Promise<Done>,
): Promise<Done> {
  const server = await runServer(environment(), { project });
  try {
    const { call } = await signIn(server.url, 'admin@example.org', PASSWORD);
    return await work(call, server);
  } finally {
    await server.end();
  }
}

type Call = Awaited<ReturnType<typeof signIn>>['call'];

async function readAll(call: Call): Promise<unknown> {
  const { body } = await call('GET', '/api/chems?_perPage=100&_sort=_id');
  const first = body.data[0]._id;
  const history = await call('GET', `/api/chems/${first}/history`);
  return { chems: body.data, total: body.total, history: history.body };
}

const command = (project: string) => join(project, 'src/hosts/command.ts');

const backoffice = (args: string[], project = top) =>
  runCommand(process.execPath, [command(project), ...args], {
    cwd: project,
    env: { ...process.env, ...environment() },
  });

function expectSame(found: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${what} differ:\n${JSON.stringify(found).slice(0, 500)}`);
}

/** Finds that a promise fails with these words. */
async function expectRefusal(work: Promise<unknown>, words: string): Promise<string> {
  const message = await work.then(
    () => '',
    (error: unknown) => (error as Error).message,
  );
  const line = message.split('\n').find((each) => each.includes(words));
  if (!line) throw new Error(`Not refused with “${words}”: ${message || 'it worked'}`);
  return line;
}

const replaced = join(folder, 'replaced');
const rolledBack = join(folder, 'rolled-back');

export const part: Part = {
  title: 'a new major version of PostgreSQL, and the previous version of the program',
  checks: [
    {
      name: 'a server with the embedded PostgreSQL 17 makes a backup',
      run: async () => {
        await productAt(replaced, 'HEAD', OLD_POSTGRES);
        before = await withServer(replaced, readAll);
        await backoffice(['backup', backups, '--unencrypted'], replaced);
      },
    },
    {
      name: 'PostgreSQL 18 refuses its data and names the way',
      run: () =>
        expectRefusal(runServer(environment()), 'was written by PostgreSQL 17, but version 18'),
    },
    {
      name: 'a restore that was killed leaves the data of PostgreSQL 17 in its place',
      run: async () => {
        const child = spawn(process.execPath, [command(top), 'restore', backups], {
          cwd: top,
          env: { ...process.env, ...environment() },
        });
        const ended = once(child, 'exit');
        // The new database is there, and nothing or a part is in it.
        while (!existsSync(join(data, `restoring-${child.pid}/postgres/PG_VERSION`)))
          await wait(20);
        child.kill('SIGKILL');
        await ended;
        expectSame(await withServer(replaced, readAll), before, 'The records');
      },
    },
    {
      name: 'a restore replaces its data by a database of PostgreSQL 18, and keeps it',
      run: async () => {
        const begun = performance.now();
        const said = await backoffice(['restore', backups]);
        const seconds = (performance.now() - begun) / 1_000;
        const kept = said.split('\n').find((line) => line.includes('is kept in'));
        if (!kept || !existsSync(join(data, 'postgres-17/PG_VERSION'))) throw new Error(said);
        return `restored in ${seconds.toFixed(1)} s: ${kept}`;
      },
    },
    {
      name: 'nobody can confirm the upgrade before a server has started',
      run: () => expectRefusal(backoffice(['upgrade', '--confirm']), 'no server has started'),
    },
    {
      name: 'the old version goes back to the data of PostgreSQL 17, and the new one forward again',
      run: async () => {
        await rename(join(data, 'postgres'), join(data, 'postgres-18'));
        await rename(join(data, 'postgres-17'), join(data, 'postgres'));
        expectSame(await withServer(replaced, readAll), before, 'The records');
        await rename(join(data, 'postgres'), join(data, 'postgres-17'));
        await rename(join(data, 'postgres-18'), join(data, 'postgres'));
        expectSame(await withServer(top, readAll), before, 'The records');
      },
    },
    {
      name: 'a server reminds of the data of PostgreSQL 17, until the upgrade is confirmed',
      run: () =>
        withServer(top, async (call) => {
          const remind = async () => {
            const { body } = await call('GET', '/readyz?verbose');
            return body.checks.find(({ name }: { name: string }) => name === 'formerData')?.message;
          };
          const reminder = await remind();
          const said = await backoffice(['upgrade', '--confirm']);
          const left = await remind();
          if (!reminder || left || existsSync(join(data, 'postgres-17')))
            throw new Error(`${reminder}; ${said}; ${left}`);
          return `${reminder} ${said.trim()}`;
        }),
    },
    {
      name: 'the previous version of the program starts on the database of this one',
      run: async () => {
        await productAt(rolledBack, await commitBeforeLastChange());
        return await withServer(rolledBack, async (call) => {
          expectSame(await readAll(call), before, 'The records');
          const { status, body } = await call('POST', '/api/chems', {
            body: { casId: '58-08-2', commonName: 'Written by the previous version' },
          });
          if (status !== 201) throw new Error(`It writes nothing: ${JSON.stringify(body)}`);
          return `at ${await commitBeforeLastChange()}`;
        });
      },
    },
    {
      name: 'this version finds what the previous one has written, with its history',
      run: () =>
        withServer(top, async (call) => {
          const { body } = await call(
            'GET',
            '/api/chems?commonName=Written%20by%20the%20previous%20version',
          );
          if (body.total !== 1) throw new Error(`It finds ${body.total} records`);
          const history = await call('GET', `/api/chems/${body.data[0]._id}/history`);
          if (history.body.data?.length !== 1)
            throw new Error(`History: ${JSON.stringify(history.body).slice(0, 300)}`);
          const changed = await call('PATCH', `/api/chems/${body.data[0]._id}`, {
            body: { commonName: 'Changed by this version' },
            headers: { 'If-Match': '*' },
          });
          if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
        }),
    },
  ],
  close: () => rm(folder, { recursive: true, force: true }),
};
