import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export type Program = {
  /** Where the server says that it is ready. */
  url: string;
  lines: readonly string[];
  /** Sends SIGTERM and waits until all that was started has ended. */
  end(): Promise<void>;
};

/** Runs a program that starts the server, until the server is ready. */
export async function runUntilReady(
  program: string,
  args: readonly string[],
  { cwd, env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Program> {
  // In a group of its own, as a terminal starts it, because npx passes no signal on.
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const lines: string[] = [];
  const ended = once(child, 'close');
  const ready = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const url = /is ready at (http:\S+)$/.exec(line)?.[1];
        if (url) resolve(url);
      });
  });
  const url = await Promise.race([ready, ended]);
  if (typeof url !== 'string')
    throw new Error(`${program} ended with ${url[0]}:\n${lines.slice(-20).join('\n')}`);
  const end = async () => {
    process.kill(-child.pid!, 'SIGTERM');
    await ended;
  };
  return { url, lines, end };
}
