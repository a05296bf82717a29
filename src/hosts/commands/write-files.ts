import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { toDescriptorSchema } from '../../descriptor/read/descriptor-schema.ts';
import { parseDescriptor } from '../../descriptor/read/parse-descriptor.ts';
import { Refusal, refuseFile, toLine } from '../refusal.ts';

/** Writes the schema that editors use next to the descriptor, and returns its path. */
export async function writeSchema(descriptor: string): Promise<string> {
  const path = join(dirname(descriptor), 'resources.schema.json');
  await writeFile(path, JSON.stringify(toDescriptorSchema(), null, 2) + '\n');
  return relative('.', path);
}

/** Parses a generated descriptor. An error in it is a fault of the generator; then nothing is written. */
export function checkGenerated(text: string): Descriptor['source'] {
  const checked = parseDescriptor(text);
  if ('descriptor' in checked) return checked.descriptor.source;
  throw new Refusal(checked.problems.map((each) => `${each.line}:${each.column} ${toLine(each)}`));
}

/** Never overwrites an existing file, because manual work is worth more than a guess. */
export async function refuseToOverwrite(files: readonly string[], wayOut: string): Promise<void> {
  const there = await Promise.all(
    files.map((file) =>
      access(file).then(
        () => [`${relative('.', file)} already exists, so nothing was written; ${wayOut}`],
        () => [],
      ),
    ),
  );
  if (there.flat().length > 0) throw new Refusal(there.flat());
}

/** Creates an output folder, or refuses with the reason why that failed. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw refuseFile(error, (code) => `${folder} cannot be used as a folder (${code})`);
  }
}
