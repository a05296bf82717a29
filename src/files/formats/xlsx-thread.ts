import { Worker } from 'node:worker_threads';
import { createGate } from '../create-gate.ts';
import { STOP } from './xlsx-stop.ts';
import type { XlsxBatch, XlsxQuestion } from './xlsx-worker.ts';

/** Each may take some hundred MB, and a workbook of 100 MB lies beside it. */
const AT_ONCE = 4;
const MEMORY_MB = 512;
/** In ms, of the longest batch: the first has to wait for the texts that all cells share. */
const LONGEST_BATCH = 120_000;
/** A thread waits for the next workbook: an import looks at its file more than once. */
const IDLE = 5_000;

/** Thrown where a workbook takes more memory or time than one may. */
export class TooMuch extends Error {}

const enter = createGate(AT_ONCE);
const idle: Worker[] = [];
let questions = 0;

/**
 * Reads a workbook in a thread of its own, some rows at a time, the next ones while these are used. Whatever
 * the workbook is, the worst it can do is to end the thread.
 */
export async function* readInThread(
  gather: () => Promise<Uint8Array<ArrayBuffer>>,
  sheet: string | undefined,
  memory: number = MEMORY_MB,
): AsyncGenerator<XlsxBatch> {
  const leave = await enter();
  let end: (isAtHand: boolean) => void = () => {};
  let isAtHand = false;
  try {
    const bytes = await gather();
    const worker = takeWorker(memory);
    const id = ++questions;
    const asked = new Int32Array(new SharedArrayBuffer(4));
    const answers = listen(worker, id);
    end = (isUsable) => {
      Atomics.store(asked, 0, STOP);
      Atomics.notify(asked, 0);
      answers.end();
      if (isUsable) keepForNext(worker);
      else void worker.terminate();
    };
    const ask = (): void => {
      Atomics.add(asked, 0, 1);
      Atomics.notify(asked, 0);
    };
    ask();
    ask();
    worker.postMessage({ id, bytes, sheet, asked } satisfies XlsxQuestion, [bytes.buffer]);
    for (let isEnd = false; !isEnd; ask()) {
      const batch = await answers.next();
      isAtHand = true;
      ({ isEnd } = batch);
      yield batch;
    }
  } catch (error) {
    isAtHand = false;
    throw error;
  } finally {
    // One that has not answered yet may be in the middle of something long.
    end(isAtHand);
    leave();
  }
}

function takeWorker(memory: number): Worker {
  const worker = memory === MEMORY_MB ? idle.pop() : undefined;
  if (!worker) {
    const resourceLimits = { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 };
    const file = new URL('./xlsx-worker.ts', import.meta.url);
    return new Worker(file, { name: 'workbook', resourceLimits, execArgv: [] });
  }
  worker.ref();
  return worker;
}

/** Until nobody needed it for a while; what it ends with meanwhile is of no interest. */
function keepForNext(worker: Worker): void {
  worker.unref();
  idle.push(worker);
  const end = (): void => {
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
    if (at >= 0) void worker.terminate();
  };
  setTimeout(end, IDLE).unref();
  worker.once('error', end);
}

/** What the thread answers, in its order; or why there will be no answer. */
function listen(worker: Worker, id: number): { next(): Promise<XlsxBatch>; end(): void } {
  const answers: XlsxBatch[] = [];
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  const take = (batch: XlsxBatch): void => {
    // One that came late is of the workbook before.
    if (batch.id === id) answers.push(batch);
    wake?.();
  };
  const fail = (error: Error): void => {
    failure ??= isOutOfMemory(error) ? new TooMuch('it needs too much memory') : error;
    wake?.();
  };
  worker.on('message', take).on('error', fail);
  return {
    async next() {
      const timer = setTimeout(() => fail(new TooMuch('it takes too long')), LONGEST_BATCH);
      while (answers.length === 0 && !failure) {
        await new Promise<void>((resolve) => (wake = resolve));
      }
      clearTimeout(timer);
      const batch = answers.shift();
      if (!batch) throw failure!;
      return batch;
    },
    end() {
      worker.off('message', take).off('error', fail);
    },
  };
}

function isOutOfMemory(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
