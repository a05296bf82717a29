import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Token } from './bench-servers.ts';
import { askOnce, toRequest } from './client.ts';
import { cpuOf, cpuOfFamily } from './cpu-time.ts';
import type { LoopDelay, Server } from './processes.ts';

export type Measuring = {
  server: Server;
  token: Token;
  /** The process of PostgreSQL. */
  postmaster: number;
  say(text: string): void;
};

export type Measured<Result> = {
  result: Result;
  seconds: number;
  /** MiB the server had at most. */
  peak: number;
  loop: LoopDelay;
};

/** How long work takes, on the clock and of the processors, and what it does to the server. */
export async function measure<Result>(
  { server, postmaster, say }: Measuring,
  name: string,
  work: () => Promise<Result>,
): Promise<Measured<Result>> {
  await server.loopDelay();
  const before = { server: cpuOf(server.pid), postgres: cpuOfFamily(postmaster) };
  const started = performance.now();
  const { result, peak } = await server.peakOf(work);
  const seconds = (performance.now() - started) / 1_000;
  const ours = cpuOf(server.pid) - before.server;
  const postgres = cpuOfFamily(postmaster) - before.postgres;
  const loop = await server.loopDelay();
  const load = await readFile('/proc/loadavg', 'utf8').catch(() => 'unknown');
  say(
    `${name}: ${seconds.toFixed(2)} s, processor ${ours.toFixed(2)} s of the server and ` +
      `${postgres.toFixed(2)} s of PostgreSQL, peak ${peak} MiB, event loop late by ` +
      `${loop.p50.toFixed(0)} / ${loop.p99.toFixed(0)} / ${loop.max.toFixed(0)} ms ` +
      `(p50, p99, most), load ${load.split(' ', 1)[0]}`,
  );
  return { result, seconds, peak, loop };
}

export type Lists = { p50: number; p99: number };

/** How long lists take when nothing else is asked. */
export async function listsAlone(measuring: Measuring): Promise<Lists> {
  let left = 50;
  return await readLists(measuring, () => left-- === 0);
}

/** Runs while somebody reads a list every some moments. */
export async function besideLists<Result>(
  measuring: Measuring,
  work: () => Promise<Result>,
): Promise<{ done: Result; lists: Lists }> {
  let isDone = false;
  const working = work().finally(() => (isDone = true));
  // Met below; until then a failure is not one nobody cares for.
  working.catch(() => {});
  const lists = await readLists(measuring, () => isDone);
  const done = await working;
  measuring.say(`lists meanwhile: p50 ${lists.p50.toFixed(1)} ms, p99 ${lists.p99.toFixed(1)} ms`);
  return { done, lists };
}

const LIST = '/api/chems?_sort=commonName&_perPage=25';

async function readLists({ server, token }: Measuring, isOver: () => boolean): Promise<Lists> {
  const times: number[] = [];
  while (!isOver()) {
    const headers = { Authorization: `Bearer ${await token()}` };
    const started = performance.now();
    const { status } = await askOnce(server.port, toRequest('GET', LIST, headers));
    if (status !== 200) throw new Error(`a list was answered with ${status}`);
    times.push(performance.now() - started);
    await wait(50);
  }
  times.sort((left, right) => left - right);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
