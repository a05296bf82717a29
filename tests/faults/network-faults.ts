import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, World } from './world.ts';

const behind = { database: 'through a relay' } as const;

/** What stands between the server and its database fails. */
export const networkFaults: readonly Fault[] = [
  {
    ...behind,
    name: 'open connections go silent for 8 s, new ones work',
    during: ({ relay }) => silence(relay, 'held', 8_000),
  },
  {
    ...behind,
    name: 'all connections go silent for 3 s',
    fast: true,
    during: ({ relay }) => silence(relay, 'all', 3_000),
  },
  {
    ...behind,
    name: 'all connections go silent for 25 s',
    during: ({ relay }) => silence(relay, 'all', 25_000),
  },
  {
    ...behind,
    name: 'the network fails and returns every half second for 10 s',
    during: async ({ relay }) => {
      for (let turn = 0; turn < 10; turn += 1) {
        await silence(relay, 'all', 500);
        await sleep(500);
      }
    },
  },
  {
    ...behind,
    name: 'connections are reset after each commit, for 5 s',
    fast: true,
    during: (world) => resetAfter(world, /commit/i, 5_000),
  },
  {
    ...behind,
    name: 'connections are reset after each created record, for 5 s',
    during: (world) => resetAfter(world, /insert into/i, 5_000),
  },
  {
    ...behind,
    name: 'connections are reset after each changed record, for 5 s',
    during: (world) => resetAfter(world, /update "/i, 5_000),
  },
  {
    ...behind,
    name: 'connections are reset after each statement, for 5 s',
    during: (world) => resetAfter(world, /./, 5_000),
  },
  {
    ...behind,
    name: 'the database goes silent and the server gets SIGTERM: it exits within 10 s',
    during: async ({ relay, restart }) => {
      relay.silence('all');
      const begin = performance.now();
      await restart('SIGTERM', async () => {
        if (performance.now() - begin > 12_000) throw new Error('It took longer to stop.');
        relay.pass();
      });
    },
  },
];

async function silence(
  relay: World['relay'],
  which: 'held' | 'all',
  milliseconds: number,
): Promise<void> {
  relay.silence(which);
  await sleep(milliseconds);
  relay.pass();
}

async function resetAfter({ relay }: World, words: RegExp, milliseconds: number): Promise<void> {
  relay.resetAfter(words);
  await sleep(milliseconds);
  relay.resetAfter(undefined);
}
