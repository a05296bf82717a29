import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDescriptor, type Fault } from './world.ts';

const behind = { database: 'through a relay' } as const;

/** The server's own process fails, or starts where another one ended badly. */
export const serverFaults: readonly Fault[] = [
  {
    ...behind,
    name: 'the server is killed and starts again',
    fast: true,
    during: ({ restart }) => restart('SIGKILL'),
  },
  {
    ...behind,
    name: 'the server is killed five times in a row',
    during: async ({ restart }) => {
      for (let turn = 0; turn < 5; turn += 1) {
        await restart('SIGKILL');
        await sleep(500);
      }
    },
  },
  {
    ...behind,
    name: 'the server gets SIGTERM and starts again',
    during: ({ restart }) => restart('SIGTERM'),
  },
  {
    ...behind,
    name: 'the server is paused for 8 s',
    during: async ({ server }) => {
      server().child.kill('SIGSTOP');
      await sleep(8_000);
      server().child.kill('SIGCONT');
    },
  },
  {
    database: 'embedded',
    name: 'server and database are killed together',
    during: ({ restart, databasePid }) =>
      restart('SIGKILL', async () => void process.kill(databasePid(), 'SIGKILL')),
  },
  {
    database: 'embedded',
    name: 'the server is killed and its database keeps running',
    during: ({ restart }) => restart('SIGKILL'),
  },
  ...[
    ['an empty', ''],
    ['a broken', 'no number\n\n'],
  ].map(([what, text]): Fault => ({
    database: 'embedded',
    name: `the next start finds ${what} postmaster.pid`,
    during: ({ restart, databasePid, dataDir }) =>
      restart('SIGKILL', async () => {
        process.kill(databasePid(), 'SIGKILL');
        // Its children end a little later.
        await sleep(1_000);
        writeFileSync(join(dataDir, 'postgres/postmaster.pid'), text!);
      }),
  })),
  {
    ...behind,
    name: 'the server exports with little memory',
    env: { NODE_OPTIONS: '--max-old-space-size=160' },
    during: async ({ url, token }) => {
      const headers = { Authorization: `Bearer ${token}` };
      for (let turn = 0; turn < 10; turn += 1) {
        const answer = await fetch(`${url}/api/chemFunctions/export?format=xlsx`, { headers });
        await answer.arrayBuffer();
      }
    },
  },
  {
    ...behind,
    name: 'a broken descriptor is saved and then corrected while people work',
    env: { WATCH: '1' },
    during: async ({ descriptor }) => {
      const right = readFileSync(descriptor);
      writeFileSync(descriptor, '{ "resources": {');
      await sleep(2_000);
      writeFileSync(descriptor, right);
      await sleep(2_000);
    },
  },
  {
    ...behind,
    name: 'fields are added by five applies while people write',
    during: async ({ descriptor, apply }) => {
      for (let turn = 1; turn <= 5; turn += 1) {
        addField(descriptor, `extra${turn}`);
        const { code, err } = await apply();
        if (code !== 0) throw new Error(`apply ends with ${code}: ${err}`);
      }
    },
  },
  {
    ...behind,
    name: 'nobody reads the log any more',
    env: { LOG_LEVEL: 'debug' },
    during: async ({ server }) => {
      server().child.stdout?.destroy();
      server().child.stderr?.destroy();
      await sleep(3_000);
    },
  },
  {
    ...behind,
    name: 'the disk that holds the log is full for 8 s',
    logDisk: true,
    env: { LOG_LEVEL: 'debug' },
    during: async ({ logDir }) => {
      const path = join(logDir, 'fill');
      // Fails where nothing more fits, as it should.
      await writeFile(path, Buffer.alloc(1_048_576)).catch(() => undefined);
      if (statfsSync(logDir).bavail > 0) throw new Error('The disk of the log has room');
      await sleep(8_000);
      rmSync(path);
    },
  },
];

function addField(descriptor: string, name: string): void {
  const ours = readDescriptor(descriptor);
  ours.resources.chemFunctions.fields[name] = { type: 'text' };
  writeFileSync(descriptor, JSON.stringify(ours));
}
