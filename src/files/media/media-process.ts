import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createSemaphore } from '../create-semaphore.ts';
import type { MediaAnswer, MediaJob, MediaRequest } from './media-job.ts';

/** Why a file was not read: it needs too much time or memory, or is broken or locked by a password. */
export type Failed = { failed: 'time' | 'memory' | 'broken' };

export type MediaLimits = {
  /** The most memory of a process. Measured on Linux; elsewhere only that of JavaScript is limited. */
  megabytes: number;
  /** Of processor time on Linux, which does not depend on how busy the machine is. See `PATIENCE`. */
  seconds: Readonly<Record<MediaJob, number>>;
  /** How long a process waits for the next job. */
  idleSeconds: number;
};

type Outcome = { value: unknown } | (Failed & { reason: string });

/** In ms. A process can exceed its memory only by what it takes in this time. */
const BETWEEN_CHECKS = 50;
/** How many times as long a job may take by the clock: for processes that wait, and for other systems. */
const PATIENCE = 8;
/** Units in which Linux counts processor time, in a second (`USER_HZ`). */
const TICKS = 100;
/** The share of the memory that JavaScript may take; the rest is for the libraries and Node itself. */
const HEAP_SHARE = 0.6;

/**
 * Opens a process that reads files, one at a time. It starts with a job and ends when idle, too slow or too large; the
 * next job starts another one. It has no environment, so that no file can get at a password, and starts no program.
 * `niceness` says how far other processes come before it, from 0 to 19.
 */
export function openMediaProcess(
  { megabytes, seconds, idleSeconds }: MediaLimits,
  niceness: number,
) {
  const enter = createSemaphore(1);
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): ChildProcess {
    const started = startWorker(megabytes, niceness);
    return started.once('exit', () => forget(started));
  }

  function forget(worker: ChildProcess): void {
    if (child === worker) child = undefined;
  }

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  return {
    async run(job: MediaJob, args: readonly string[]): Promise<Outcome> {
      const leave = await enter();
      clearTimeout(idle);
      try {
        if (isClosed) return { failed: 'broken', reason: 'the server stops' };
        child?.ref();
        child?.channel?.ref();
        const worker = (child ??= start());
        const limits = { megabytes, seconds: seconds[job] };
        // Its answer may arrive although it was killed; the next job needs another process.
        return await ask(worker, { job, args }, limits, () => forget(worker));
      } finally {
        child?.unref();
        child?.channel?.unref();
        idle = setTimeout(end, idleSeconds * 1000).unref();
        // Libraries keep memory that the next file may need.
        if (child && memoryOf(child) > megabytes / 2) end();
        leave();
      }
    },
    close() {
      isClosed = true;
      end();
    },
  };
}

function startWorker(megabytes: number, niceness: number): ChildProcess {
  return fork(`${import.meta.dirname}/media-worker.ts`, [`${niceness}`], {
    env: {},
    execArgv: [
      `--max-old-space-size=${Math.round(megabytes * HEAP_SHARE)}`,
      '--disallow-code-generation-from-strings',
      '--permission',
      '--allow-fs-read=*',
      '--allow-fs-write=*',
      '--allow-addons',
      '--no-warnings',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Asks a worker, and kills it if it needs more than the limits. */
async function ask(
  worker: ChildProcess,
  request: MediaRequest,
  { megabytes, seconds }: { megabytes: number; seconds: number },
  onKill: () => void,
): Promise<Outcome> {
  return await new Promise((resolve) => {
    let failed: Failed['failed'] | undefined;
    const kill = (reason: Failed['failed']): void => {
      failed ??= reason;
      worker.kill('SIGKILL');
      onKill();
    };
    const until = processorTimeOf(worker) + seconds;
    const timer = setTimeout(kill, seconds * PATIENCE * 1000, 'time');
    const checks = setInterval(() => {
      if (memoryOf(worker) > megabytes) kill('memory');
      if (processorTimeOf(worker) > until) kill('time');
    }, BETWEEN_CHECKS);
    const settle = (outcome: Outcome): void => {
      clearTimeout(timer);
      clearInterval(checks);
      worker.off('message', receive).off('exit', exit).off('error', fail);
      resolve(outcome);
    };
    const receive = (answer: MediaAnswer): void =>
      settle('value' in answer ? answer : { failed: 'broken', ...answer });
    // V8 aborts when its heap is full, and Linux kills the process that takes too much of the machine.
    const exit = (code: number | null, signal: string | null): void =>
      settle({
        failed: failed ?? (signal === 'SIGABRT' || signal === 'SIGKILL' ? 'memory' : 'broken'),
        reason: `the process ended (${signal ?? code})`,
      });
    const fail = (error: Error): void => settle({ failed: 'broken', reason: error.message });
    worker.on('message', receive).on('exit', exit).on('error', fail);
    worker.send(request, (error) => error && fail(error));
  });
}

/** The memory of a running process in MB; 0 if the system does not say. */
function memoryOf({ pid }: ChildProcess): number {
  const status = readOf(pid, 'status');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

/** The processor time of a running process in seconds; 0 if the system does not say. */
function processorTimeOf({ pid }: ChildProcess): number {
  // After the name in brackets: the state, ten numbers, and then its own time and that of the system for it.
  const stat = /.*\) \S(?: \S+){10} (\d+) (\d+)/s.exec(readOf(pid, 'stat'));
  return (Number(stat?.[1] ?? 0) + Number(stat?.[2] ?? 0)) / TICKS;
}

function readOf(pid: number | undefined, name: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}
