import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { askOnce, toRequest } from './client.ts';

export type Server = {
  port: number;
  pid: number;
  /** From the start of the process to its first answer. */
  startMs: number;
  /** Resident memory now, in MiB; 0 where the system does not tell. */
  memory(): number;
  /** The highest it had while `work` ran. */
  peakOf<Result>(work: () => Promise<Result>): Promise<{ result: Result; peak: number }>;
  /** How long its event loop was kept from its work since the last asking, in ms; of one started with `watch-loop.ts`. */
  loopDelay(): Promise<LoopDelay>;
  stop(): Promise<void>;
};

/** `busy`: the most processor time that the loop took between two looks. */
export type LoopDelay = { p50: number; p99: number; max: number; busy: number };

/** Starts a server that prints `ready at http://…` and asks it for `path` until it answers. */
export async function startServer(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  path: string,
  directory = '.',
): Promise<Server> {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: directory,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const port = await portOf(child);
  await askOnce(port, toRequest('GET', path));
  const startMs = performance.now() - started;

  return {
    port,
    pid: child.pid!,
    startMs,
    loopDelay: () => loopDelayOf(child),
    memory: () => residentMemory(child.pid!),
    peakOf: async (work) => {
      let peak = residentMemory(child.pid!);
      const look = setInterval(() => {
        peak = Math.max(peak, residentMemory(child.pid!));
      }, 20);
      try {
        return { result: await work(), peak: Math.max(peak, residentMemory(child.pid!)) };
      } finally {
        clearInterval(look);
      }
    },
    stop: async () => {
      // Somebody else may have killed it.
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout!.setEncoding('utf8');
    // Read on to the end: a full pipe would stop the server.
    child.stdout!.on('data', (text: string) => {
      if (said.length > 10_000) return;
      said += text;
      const port = /ready at http:\/\/[^:]+:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
}

async function loopDelayOf(child: ChildProcess): Promise<LoopDelay> {
  const answered = once(child, 'message');
  child.send('delay?');
  const [delay] = await answered;
  return delay as LoopDelay;
}

function residentMemory(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kilobytes) / 1_024);
  } catch {
    return 0;
  }
}
