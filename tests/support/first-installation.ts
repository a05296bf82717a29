import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Descriptor } from '../../src/descriptor/descriptor.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { top } from './source-files.ts';

/** What `resources.json` of this project declares. */
export function firstInstallation(): Descriptor {
  const parsed = parseDescriptor(readFileSync(join(top, 'resources.json'), 'utf8'));
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed.descriptor;
}
