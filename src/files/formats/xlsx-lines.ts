import { problem, type Problem } from '../../fields/problems/problem.ts';
import { MAX_EMPTY_ROWS, type FileLayout, STOP_BATCHES } from './file-layout.ts';
import type { TableLine } from './table-rows.ts';
import { Worker } from 'node:worker_threads';
import { createSemaphore } from '../create-semaphore.ts';
import type { XlsxBatch, XlsxQuestion } from './xlsx-worker.ts';
import { requireItem } from '../../fields/require-entry.ts';

/**
 * Reads the rows of one sheet; for a formula, its last result. Rows without a value are left out.
 * `checkWorkbook` has rejected oversized content; anything that still needs too much ends the reading thread.
 */
export async function* readXlsxLines(
  chunks: AsyncIterable<Uint8Array>,
  { sheet }: Pick<FileLayout, 'sheet'>,
): AsyncGenerator<TableLine[]> {
  let last = 0;
  const failing = (reason: Problem): TableLine[] => [
    { line: last + 1, problem: reason, isFatal: true },
  ];
  try {
    for await (const { lines, reason, isEmptied } of readInThread(() => gather(chunks), sheet)) {
      const at = lines.findIndex(({ line }, index) => line <= (lines[index - 1]?.line ?? last));
      if (at >= 0) {
        yield lines.slice(0, at);
        last = lines[at - 1]?.line ?? last;
        return yield failing(problem('I040', '', { line: requireItem(lines, at).line, last }));
      }
      last = lines.at(-1)?.line ?? last;
      if (lines.length > 0) yield lines;
      if (isEmptied) yield failing(problem('I042', '', { max: MAX_EMPTY_ROWS, line: last }));
      if (reason !== undefined) yield failing(problem('I001', '', { format: 'XLSX', reason }));
    }
  } catch (error) {
    if (!(error instanceof WorkbookTooLarge)) throw error;
    yield failing(problem('I039', ''));
  }
}

/** Reads the whole file, because the directory of a ZIP is at its end. Its size is checked before. */
async function gather(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The most workbooks at once. Each may take some hundred MB, in addition to its file of up to 100 MB. */
const AT_ONCE = 4;
const MEMORY_MB = 512;
/** The longest time for a batch, in ms. The first one waits for the texts that all cells share. */
const LONGEST_BATCH = 120_000;
/** How long a thread waits for the next workbook, in ms, because an import reads its file more than once. */
const IDLE = 5_000;

/** Thrown if a workbook needs more memory or time than allowed. */
export class WorkbookTooLarge extends Error {}

const enter = createSemaphore(AT_ONCE);
/** Idle threads, each with the timer that will end it. */
const idle = new Map<Worker, NodeJS.Timeout>();
let questions = 0;

/**
 * Reads a workbook in its own thread, some rows at a time, and the next ones while
 * these are used. The worst that any workbook can do is end the thread.
 */
export async function* readInThread(
  readBytes: () => Promise<Uint8Array<ArrayBuffer>>,
  sheet: string | undefined,
  memory: number = MEMORY_MB,
): AsyncGenerator<XlsxBatch> {
  const leave = await enter();
  let end: (isAtHand: boolean) => void = () => {};
  let isAtHand = false;
  try {
    const bytes = await readBytes();
    const worker = acquireWorker(memory);
    const id = ++questions;
    const requests = new Int32Array(new SharedArrayBuffer(4));
    const answers = listen(worker, id);
    end = (isUsable) => {
      Atomics.store(requests, 0, STOP_BATCHES);
      Atomics.notify(requests, 0);
      answers.end();
      if (isUsable) releaseWorker(worker);
      else void worker.terminate();
    };
    const ask = (): void => {
      Atomics.add(requests, 0, 1);
      Atomics.notify(requests, 0);
    };
    ask();
    ask();
    worker.postMessage({ id, bytes, sheet, requests } satisfies XlsxQuestion, [bytes.buffer]);
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
    // A thread that has not responded yet may be busy for long.
    end(isAtHand);
    leave();
  }
}

function acquireWorker(memory: number): Worker {
  const [worker] = memory === MEMORY_MB ? idle.keys() : [];
  if (!worker) return startWorker(memory);
  clearTimeout(idle.get(worker));
  idle.delete(worker);
  worker.ref();
  return worker;
}

function startWorker(memory: number): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 };
  const file = `${import.meta.dirname}/xlsx-worker.ts`;
  const worker = new Worker(file, { name: 'workbook', resourceLimits, execArgv: [] });
  // An error of a thread in use goes to its user.
  return worker.on('error', () => endIdle(worker));
}

/** Keeps the thread for the next workbook, for a while. */
function releaseWorker(worker: Worker): void {
  worker.unref();
  idle.set(worker, setTimeout(endIdle, IDLE, worker).unref());
}

function endIdle(worker: Worker): void {
  clearTimeout(idle.get(worker));
  if (idle.delete(worker)) void worker.terminate();
}

/** Returns the batches of the thread in their order, or throws what prevents them. */
function listen(worker: Worker, id: number): { next(): Promise<XlsxBatch>; end(): void } {
  const answers: XlsxBatch[] = [];
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  const receive = (batch: XlsxBatch): void => {
    // A late batch belongs to the previous workbook.
    if (batch.id === id) answers.push(batch);
    wake?.();
  };
  const fail = (error: Error): void => {
    failure ??= isOutOfMemory(error) ? new WorkbookTooLarge('it needs too much memory') : error;
    wake?.();
  };
  worker.on('message', receive).on('error', fail);
  return {
    async next() {
      const timer = setTimeout(
        () => fail(new WorkbookTooLarge('it takes too long')),
        LONGEST_BATCH,
      );
      while (answers.length === 0 && !failure) {
        await new Promise<void>((resolve) => (wake = resolve));
      }
      clearTimeout(timer);
      const batch = answers.shift();
      if (batch) return batch;
      throw failure ?? new Error('the thread has sent no batch');
    },
    end() {
      worker.off('message', receive).off('error', fail);
    },
  };
}

function isOutOfMemory(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
