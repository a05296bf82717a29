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
const BETWEEN_LOOKS = 50;
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
    const started = fork(`${import.meta.dirname}/media-worker.ts`, [`${niceness}`], {
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
    return started.once('exit', () => {
      if (child === started) child = undefined;
    });
  }

  async function ask(request: MediaRequest): Promise<Outcome> {
    const worker = (child ??= start());
    return await new Promise((resolve) => {
      let failed: Failed['failed'] | undefined;
      const kill = (reason: Failed['failed']): void => {
        failed ??= reason;
        worker.kill('SIGKILL');
        // Its answer may arrive all the same; the next job needs another process.
        if (child === worker) child = undefined;
      };
      const most = seconds[request.job];
      const until = processorTimeOf(worker) + most;
      const timer = setTimeout(kill, most * PATIENCE * 1000, 'time');
      const looks = setInterval(() => {
        if (memoryOf(worker) > megabytes) kill('memory');
        if (processorTimeOf(worker) > until) kill('time');
      }, BETWEEN_LOOKS);
      const settle = (outcome: Outcome): void => {
        clearTimeout(timer);
        clearInterval(looks);
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
        return await ask({ job, args });
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
