import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { toRecordTypes } from '../../src/api/openapi/record-types.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { firstInstallation } from '../support/first-installation.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const folder = await openTemporaryFolder();
const types = toRecordTypes(
  toDescriptor({
    app: { languages: ['en'] },
    resources: {
      books: {
        fields: {
          title: { type: 'text', required: true, label: 'Title */ x' },
          tier: { type: 'choice', choices: [1, 2] },
          status: { type: 'choice', choices: ['todo', 'done'], required: true, default: 'todo' },
          words: { type: 'tags' },
          author: { type: 'reference', to: 'users' },
          shelf: { type: 'object', fields: { row: { type: 'number', required: true } } },
          seenAt: { type: 'datetime', readOnly: true },
        },
      },
      users: { fields: { email: { type: 'email', required: true, unique: true } } },
    },
  }),
);

async function check(file: string): Promise<void> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    allowImportingTsExtensions: true,
    types: [],
  };
  const config = join(folder, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions, files: [file] }));
  await run(join(top, 'node_modules/.bin/tsc'), ['--project', config]);
}

/** Whether a program that uses the types compiles. */
async function compiles(program: string): Promise<boolean> {
  await writeFile(join(folder, 'records.ts'), types);
  await writeFile(
    join(folder, 'client.ts'),
    `import type * as api from './records.ts';\n${program}`,
  );
  try {
    await check('client.ts');
    return true;
  } catch (error) {
    const { stdout } = error as { stdout: string };
    // Only the program may be wrong, never the types.
    if (!stdout.includes('client.ts') || stdout.includes('records.ts')) throw error;
    return false;
  }
}

test.each([
  [`const a: api.BooksCreate = { title: 'A' };`, true],
  [`const a: api.BooksCreate = {};`, false],
  [`const a: api.BooksCreate = { title: 'A', tier: 3 };`, false],
  [`const a: api.BooksCreate = { title: 'A', tier: null, words: ['x'], shelf: { row: 1 } };`, true],
  [`const a: api.BooksPatch = { seenAt: null };`, false],
  [`const a: api.BooksPatch = { title: null };`, false],
  [`declare const list: api.ListAnswer<api.BooksRecord>; list.data[0]!.title.length;`, true],
  [`declare const book: api.BooksRecord; book.author.length;`, false],
  [`declare const book: api.BooksRecord; const words: string[] = book.words;`, true],
  [`declare const book: api.BooksRecord; const at: string | null = book.seenAt;`, true],
])('%s compiles: %s', async (program, expected) => {
  expect(await compiles(program)).toBe(expected);
});

test('the types of this installation compile', async () => {
  const own = toRecordTypes(firstInstallation());
  await writeFile(join(folder, 'own.ts'), own);

  await check('own.ts');

  expect(own).toContain('export type ChemsRecord');
});
