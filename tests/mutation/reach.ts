import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * In the copy of the program only: functions that hold mutants call `reach`, and this file, as a
 * setup file of vitest, says before each test file which one it is.
 */

const folder = join(import.meta.dirname, '../..');
const nameOf = (pid: number) => join(folder, `test-of-${pid}.txt`);
const marks = join(folder, `reached-${process.pid}.txt`);

const running = globalThis as { __vitest_worker__?: { filepath?: string }; testFile?: string };
if (running.__vitest_worker__?.filepath) {
  running.testFile = running.__vitest_worker__.filepath;
  // For the servers and commands that it starts.
  writeFileSync(nameOf(process.pid), running.testFile);
}

const known = new Set<string>();

/** Notes that the running test file came here. */
export function reach(place: number): void {
  running.testFile ??= readTestFile();
  const line = `${place} ${running.testFile}\n`;
  if (known.has(line)) return;
  known.add(line);
  appendFileSync(marks, line);
}

function readTestFile(): string {
  for (const pid of [process.pid, process.ppid]) {
    try {
      return readFileSync(nameOf(pid), 'utf8');
    } catch {
      // Not a process of vitest: perhaps the one that started it.
    }
  }
  return '';
}
