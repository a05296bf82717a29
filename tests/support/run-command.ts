import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommand as run } from '../../src/hosts/run-command.ts';
import { top } from './source-files.ts';

export type CommandResult = { code: number | null; out: string; err: string };

type Setting = { env?: Readonly<Record<string, string>>; input?: string };

/**
 * Runs `npx backoffice …` in this process, which takes a tenth of the time of a process of its own. Lines of the log
 * are not in `err`.
 */
export async function runCommand(
  args: readonly string[],
  { env = {}, input = '' }: Setting = {},
): Promise<CommandResult> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(args, {
    env: { ...passedOn(), ...env },
    input: Readable.from([Buffer.from(input)]),
    print: (line) => void out.push(`${line}\n`),
    printError: (line) => void err.push(`${line}\n`),
  });
  return { code, out: out.join(''), err: err.join('') };
}

/**
 * Runs `npx backoffice …` as a process of its own: for signals, for lines of the log, and to see that it exits.
 * `started` is told which process it is.
 */
export async function runProgram(
  args: readonly string[],
  { env = {}, input = '', started }: Setting & { started?: (pid: number) => void } = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(top, 'src/hosts/command.ts'), ...args], {
    cwd: top,
    env: { ...passedOn(), NODE_COMPILE_CACHE: join(top, 'node_modules/.cache/node'), ...env },
  });
  child.stdin.end(input);
  started?.(child.pid!);
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: child.exitCode, out, err };
}

function passedOn(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'] };
}
