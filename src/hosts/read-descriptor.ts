import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Descriptor } from '../descriptor/descriptor.ts';
import { parseDescriptor } from '../descriptor/parse-descriptor.ts';
import { Refusal, toLine } from './refusal.ts';

/** The descriptor in a file, or all its problems as `file:line:column`, which editors make a link of. */
export async function readDescriptor(path: string): Promise<Descriptor> {
  const outcome = parseDescriptor(await readDescriptorText(path));
  if ('descriptor' in outcome) return outcome.descriptor;
  const file = relative('.', path);
  throw new Refusal(
    outcome.problems.map((each) => `${file}:${each.line}:${each.column} ${toLine(each)}`),
    { problems: outcome.problems },
  );
}

async function readDescriptorText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Refusal([`${path} cannot be read (${code}); RESOURCES names the descriptor file`], {
      cause: error,
    });
  }
}
