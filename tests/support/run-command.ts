import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { top } from './source-files.ts';

export type CommandResult = { code: number | null; out: string; err: string };

/** Runs `npx backoffice …` as a process of its own. `started` is told which process it is. */
export async function runCommand(
  args: readonly string[],
  {
    env = {},
    input = '',
    started,
  }: {
    env?: Readonly<Record<string, string>>;
    input?: string;
    started?: (pid: number) => void;
  } = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(top, 'src/hosts/command.ts'), ...args], {
    cwd: top,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: join(top, 'node_modules/.cache/node'),
      ...env,
    },
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
