import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { top } from './source-files.ts';

export type Block = { kind: string; text: string };

/** The blocks of code of a page of the documentation, in their order. */
export function blocksOf(path: string): Block[] {
  const page = readFileSync(join(top, path), 'utf8');
  return [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind = '', block = '']) => ({
    kind,
    text: block,
  }));
}

/** The shell blocks of a page, each with what the page says that it prints: the `text` block right after it. */
export function stepsOf(path: string): { command: string; printed: string }[] {
  const blocks = blocksOf(path);
  return blocks.flatMap(({ kind, text: command }, at) => {
    const next = blocks[at + 1];
    return kind === 'sh' ? [{ command, printed: next?.kind === 'text' ? next.text : '' }] : [];
  });
}

/** Runs a program of the shell that stops at the first command that fails, with the Node of the tests. */
export async function runShell(
  program: string,
  { cwd, env = {} }: { cwd: string; env?: Readonly<Record<string, string>> },
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn('bash', ['-eo', 'pipefail', '-c', program], {
    cwd,
    env: {
      PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
      HOME: process.env['HOME'],
      NODE: process.execPath,
      TOP: top,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, out, err };
}

/**
 * Runs the shell blocks of a page one after the other, in one shell, and answers the lines that the page promises
 * and no block printed.
 */
export async function runPage(
  path: string,
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<{ code: number | null; err: string; missing: string[] }> {
  const steps = stepsOf(path);
  const program = steps.map(({ command }) => `${command}\necho '${BETWEEN}'`).join('\n');
  const { code, out, err } = await runShell(program, { cwd, env });
  const outputs = out.split(BETWEEN);
  const missing = steps.flatMap(({ printed }, at) =>
    printed.split('\n').filter((line) => !outputs[at]?.includes(line)),
  );
  return { code, err, missing };
}

const BETWEEN = '--- next block ---';
