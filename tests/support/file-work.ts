import { vi } from 'vitest';
import { openFileWork } from '../../src/hosts/open/open-file-work.ts';
import type { TestApi } from './api.ts';

/** Does all work on files that is due, as a server does. */
export async function finishFileWork({ services, database }: TestApi): Promise<void> {
  const stop = await openFileWork(services, services.log);
  const left = () =>
    database.value<number>(
      `select count(*)::int from backoffice.blobs where work_state = 'waiting' and stored`,
    );
  await vi.waitUntil(async () => (await left()) === 0, { timeout: 30_000, interval: 50 });
  await stop();
}
