import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { top } from './source-files.ts';

/** What the compiler says of these folders and files of a copy of the product; nothing if all is well. */
export async function compile(project: string, include: readonly string[]): Promise<string> {
  const { compilerOptions } = JSON.parse(await readFile(join(top, 'tsconfig.json'), 'utf8'));
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  const child = spawn(join(top, 'node_modules/.bin/tsc'), ['--noEmit'], {
    cwd: project,
    env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}` },
  });
  return await text(child.stdout);
}
