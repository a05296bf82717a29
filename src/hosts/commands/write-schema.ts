import { writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { toDescriptorSchema } from '../../descriptor/read/descriptor-schema.ts';

/** Writes the schema that editors use next to the descriptor, and returns its path. */
export async function writeSchema(descriptor: string): Promise<string> {
  const path = join(dirname(descriptor), 'resources.schema.json');
  await writeFile(path, JSON.stringify(toDescriptorSchema(), null, 2) + '\n');
  return relative('.', path);
}
