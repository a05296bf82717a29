import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toPlace } from '../../src/store/connection/choose-host.ts';
import { openPool } from '../../src/store/connection/pool.ts';

test('the waits for a slot and for a new connection count together, and as a failure', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
    sockets.forEach((socket) => socket.destroy());
    silent.close();
  });
  const pool = openPool({
    place: toPlace(`postgres://user@127.0.0.1:${port}/none`, 'read-write', { isPooled: false }),
    log: { info() {}, warn() {} },
    connections: 1,
    wire: 'plain',
  });
  const failed: [name: string, code: unknown][] = [];
  const ask = (name: string) =>
    pool.query('select 1').catch(({ code }) => failed.push([name, code]));

  const first = ask('first');
  await vi.advanceTimersByTimeAsync(2_000);
  const second = ask('second');
  await vi.advanceTimersByTimeAsync(3_000);
  await first;
  await vi.advanceTimersByTimeAsync(2_000);
  await second;

  expect(failed).toEqual([
    ['first', '08006'],
    ['second', '08006'],
  ]);
  const ordinary = pool.use().shares.find(({ share }) => share === 'ordinary');
  expect(ordinary).toMatchObject({ used: 0, waiting: 0, failed: 2 });
});
