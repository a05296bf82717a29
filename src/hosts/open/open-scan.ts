import { execFile } from 'node:child_process';
import type { Log } from '../../store/log-fields.ts';
import { createSemaphore } from '../../files/create-semaphore.ts';

/** How long a scan may take, in milliseconds. */
const SCAN_TIMEOUT_MS = 120_000;
/** Scans at the same time. */
const MAX_SCANS = 4;

/**
 * Asks a virus scanner about files. The command gets the path of a file as its last argument and ends with 0 if the
 * file is clean and 1 if not, as `clamdscan` does; anything else is a failure, and nothing passes.
 */
export function openScan(command: readonly [string, ...string[]], log: Log) {
  const [program, ...words] = command;
  const enter = createSemaphore(MAX_SCANS);
  return async (path: string): Promise<Verdict> => {
    const leave = await enter();
    try {
      return await run(program, [...words, path], log);
    } finally {
      leave();
    }
  };
}

type Verdict = 'clean' | 'infected' | 'failed';

function run(program: string, words: readonly string[], log: Log): Promise<Verdict> {
  return new Promise((resolve) => {
    execFile(program, words, { timeout: SCAN_TIMEOUT_MS }, (error, stdout, stderr) => {
      const output = `${stdout}\n${stderr}`.trim().slice(0, 500);
      const isInfected = error?.code === 1;
      if (isInfected) log.warn({ found: output }, 'the virus scanner refused a file');
      else if (error) log.error({ err: error, found: output }, 'the virus scanner failed');
      const verdict = isInfected ? 'infected' : 'failed';
      resolve(error === null ? 'clean' : verdict);
    });
  });
}
