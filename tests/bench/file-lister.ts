import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createSender } from './file-sender.ts';
import { median } from './report.ts';

/*
 * Somebody who reads a list again and again, in a thread of their own: what attackers send must not slow down who
 * measures. For every message, answers with the median of the times since the last one, in ms.
 */
const { port, token } = workerData as { port: number; token: string };
const sender = createSender({ port, localAddress: '127.0.1.201', token }, async () => false);
let times: number[] = [];

parentPort!.on('message', () => {
  parentPort!.postMessage(median(times), []);
  times = [];
});

for (;;) {
  const started = performance.now();
  const path = '/api/studies?_perPage=10&_sort=-title&title_contains=calm';
  const { status } = await sender.send('GET', path);
  if (status !== 200) throw new Error(`a list is answered with ${status}`);
  times.push(performance.now() - started);
  await wait(20);
}
