import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type EmbeddedProcess = {
  child: ChildProcess;
  /** All it has said so far. */
  lines: string[];
  heard(line: string | RegExp): Promise<string>;
  end(signal: NodeJS.Signals): Promise<void>;
};

/** Starts `embedded-writer.ts` on a data folder. */
export function startProcess(dir: string, task: 'idle' | 'write'): EmbeddedProcess {
  const script = join(import.meta.dirname, 'embedded-writer.ts');
  const child = spawn(process.execPath, [script, dir, task], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const matches = (line: string, wanted: string | RegExp) =>
    typeof wanted === 'string' ? line === wanted : wanted.test(line);
  return {
    child,
    lines,
    async heard(wanted) {
      for (;;) {
        const found = lines.find((line) => matches(line, wanted));
        if (found !== undefined) return found;
        await once(reader, 'line');
      }
    },
    async end(signal) {
      const gone =
        child.exitCode === null && child.signalCode === null ? once(child, 'close') : undefined;
      child.kill(signal);
      await gone;
    },
  };
}

/** The number of the server of a data folder, if one runs. */
export function serverPid(dir: string): number | undefined {
  try {
    return Number(readFileSync(join(dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that ended and that nobody collects still has a number.
    return process.platform !== 'linux' || !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

export function filesOf(dir: string): string[] {
  return readdirSync(dir).sort();
}
