import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Runs a program and returns what it prints. Throws with its last lines where it fails. */
export async function runCommand(
  program: string,
  args: readonly string[],
  { cwd, env, input = '' }: { cwd?: string; env?: NodeJS.ProcessEnv; input?: string } = {},
): Promise<string> {
  const child = spawn(program, args, { cwd, env });
  child.stdin.on('error', () => undefined).end(input);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code === 0) return out;
  const lines = `${out}\n${err}`.trim().split('\n').slice(-25);
  throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${lines.join('\n')}`);
}
