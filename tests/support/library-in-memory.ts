import type { DescriptorFiles } from '../../src/api/api-services.ts';
import type { DescriptorText } from '../../src/contract/structure/texts.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { resolveSets } from '../../src/descriptor/read/shared-sets.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { readApplied } from '../../src/store/schema/tables/applied-descriptor.ts';
import { openTestApi, type TestApi } from './api.ts';
import { librarySource } from './library.ts';

/** The library whose descriptor can be written, for tests of screens, where the server’s files cannot be loaded. */
export async function openLibraryInMemory(change: (source: any) => void = () => {}) {
  const source = structuredClone(librarySource) as Record<string, any>;
  // As it stands, the library has records without a number.
  delete source.resources.books.importKey;
  change(source);
  const { books, ...others } = source.resources;
  const main = { include: ['books.json'], ...source, resources: others };
  const texts = new Map([
    ['resources.json', `// The library.\n${JSON.stringify(main, null, 2)}\n`],
    ['books.json', `{\n  "resources": ${JSON.stringify({ books }, null, 2)}\n}\n`],
  ]);
  const whole = resolveSets({ ...source, resources: { ...others, books } }).value;
  let current = toDescriptor(whole as Parameters<typeof toDescriptor>[0]);
  const descriptorFiles: DescriptorFiles = {
    name: 'resources.json',
    read: async () => [...texts].map(([path, text]) => ({ path, text })),
    inspect: async (files) => inspect(files),
    isWritable: async () => true,
    write: async (files) => {
      for (const { path, text } of files) texts.set(path, text);
      return true;
    },
    follow: async () => {
      const applied = await readApplied(api.database);
      current = toDescriptor(JSON.parse(applied!.declaration!));
    },
  };
  const api: TestApi = await openTestApi({ descriptor: () => current, descriptorFiles });
  return {
    ...api,
    text: (path = 'resources.json') => texts.get(path)!,
    /** As somebody with a text editor. */
    save: (text: string, path = 'resources.json') => void texts.set(path, text),
  };
}

function inspect([main, ...included]: readonly DescriptorText[]) {
  const parts = new Map(included.map(({ path, text }) => [path, { text }]));
  const found = parseDescriptor(main!.text, parts);
  const inFile = <Found extends { file?: string | undefined }>(each: Found) => ({
    ...each,
    file: each.file ?? main!.path,
  });
  return 'descriptor' in found
    ? { ...found, warnings: found.warnings.map(inFile) }
    : { problems: found.problems.map(inFile) };
}
