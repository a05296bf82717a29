import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openDescriptorFiles } from '../../src/hosts/structure/descriptor-files.ts';
import { readApplied } from '../../src/store/schema/tables/applied-descriptor.ts';
import { openTestApi, type TestApi } from './api.ts';
import { librarySource } from './library.ts';
import { openTemporaryFolder } from './temporary-folder.ts';

/** The library with its descriptor in a folder of its own, as a person wrote it: with comments and an included file. */
export async function openLibraryFolder(prepare: (source: any) => void = () => {}) {
  const folder = await openTemporaryFolder();
  const path = join(folder, 'resources.json');
  const source = structuredClone(librarySource) as Record<string, any>;
  // As it stands, the library has records without a number.
  delete source.resources.books.importKey;
  prepare(source);
  const { books, ...others } = source.resources;
  const main = { include: ['books.json'], ...source, resources: others };
  await writeFile(path, `// The library.\n${JSON.stringify(main, null, 2)}\n`);
  await writeFile(
    join(folder, 'books.json'),
    `{\n  // Its books.\n  "resources": ${JSON.stringify({ books }, null, 2)}\n}\n`,
  );
  let current = toDescriptor({ ...source, resources: { ...others, books } });
  let api: TestApi | undefined;
  const follow = async () => {
    const applied = await readApplied(api!.database);
    current = toDescriptor(JSON.parse(applied!.declaration!));
  };
  const log = { debug() {}, info() {}, warn() {}, error() {} } as any;
  const descriptorFiles = openDescriptorFiles({ path, commits: true, log, follow });
  const opened = (api = await openTestApi({ descriptor: () => current, descriptorFiles }));
  const change = async (from: string | RegExp, to: string, as = 'admin') => {
    const { json } = await opened.call('GET', '/api/structure/descriptor', { as });
    const files = json.files.map((each: any) => ({ ...each, text: each.text.replace(from, to) }));
    return { files, base: json.hash };
  };
  return {
    ...opened,
    descriptorFiles,
    folder,
    text: (name = 'resources.json') => readFile(join(folder, name), 'utf8'),
    save: (text: string, name = 'resources.json') => writeFile(join(folder, name), text),
    /** The texts as they are, with another text for one of them. */
    change,
    /** The texts as they are, with one more field of books. */
    addField: (name: string) => change('"title": {', `"${name}": { "type": "text" },\n "title": {`),
    /** Plans and applies such texts. */
    apply: async (
      changed: { files: object[]; base: string },
      consent: object = {},
      as = 'admin',
    ) => {
      const body = { files: changed.files };
      const plan = await opened.call('POST', '/api/structure/plan', { as, body });
      const { hash } = plan.json;
      return opened.call('POST', '/api/structure/apply', {
        as,
        body: { ...changed, plan: hash, ...consent },
      });
    },
  };
}

/** The status of an answer and the codes of its problems. */
export const codesOf = ({ status, json }: { status: number; json: any }) => [
  status,
  ...json.problems.map(({ code }: any) => code),
];
