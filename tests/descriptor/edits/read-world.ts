import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseDescriptor } from '../../../src/descriptor/read/parse-descriptor.ts';
import { includedBy } from '../../../src/descriptor/read/sources.ts';
import type { DescriptorFile, DescriptorFiles } from '../../../src/descriptor/edits/open-files.ts';

/** The files of a descriptor on disk, as an edit takes them. */
export function readWorld(path: string): DescriptorFiles {
  const read = (file: string) => readFileSync(join(dirname(path), file), 'utf8');
  const main = { path: basename(path), text: read(basename(path)) };
  const files: DescriptorFile[] = [main];
  const paths = includedBy('', main.text);
  for (const file of paths) {
    const text = read(file);
    files.push({ path: file, text });
    paths.push(...includedBy(file, text));
  }
  return files;
}

/** What `check` says about the files, without the places. Small ones have no users. */
export function checkFiles([main, ...included]: DescriptorFiles): string[] {
  const parsed = parseDescriptor(
    main?.text ?? '',
    new Map(included.map(({ path, text }) => [path, { text }])),
  );
  return 'problems' in parsed
    ? parsed.problems
        .filter(({ code }) => code !== 'D026')
        .map(({ code, path, message }) => `${code} ${path} ${message}`)
    : [];
}
