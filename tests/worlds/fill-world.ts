import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openSampleFiles } from '../../src/api/sample/sample-files.ts';
import type { Resource } from '../../src/descriptor/descriptor.ts';
import type { JsonObject } from '../../src/descriptor/json-object.ts';
import { importFiles } from '../../src/files/import/import-files.ts';
import { newId } from '../../src/store/records/sql/new-id.ts';
import { emailOf, type TestApi } from '../support/api.ts';
import type { World } from './world.ts';

/** What filling a database needs to know of a world. */
type Filling = Pick<World, 'declared' | 'admin' | 'recordFolder'>;

/** Imports the records of a world, with the files that they name. */
export async function fillWorld(world: Filling, api: TestApi): Promise<void> {
  const { store, descriptor } = api;
  const by = { userId: null };
  const parts = { target: store, descriptor, role: world.admin, by, newId };
  const source = await openSampleFiles(world.recordFolder, { ...api.services, store }, by);
  const filled = readRecords(world).filter(({ rows }) => rows.length > 0);
  const files = filled.map(({ resource, rows }) => ({
    resource,
    options: { mode: 'create' as const, key: resource.importKey, mapping: new Map() },
    open: () => toChunks(rows),
    files: source,
  }));
  const summaries = await importFiles(parts, files, { atomic: true });
  const problems = [...summaries].flatMap(([{ resource }, summary]) =>
    summary.problems.map((problem) => ({ resource: resource.name, ...problem })),
  );
  if (problems.length > 0) throw new Error(JSON.stringify(problems, null, 2));
}

/**
 * The files' records. Of the people in them the first of each role becomes the user the test API has
 * of that role, so that what is theirs in the records is that user's.
 */
function readRecords(world: Filling): { resource: Resource; rows: JsonObject[] }[] {
  const names = readdirSync(world.recordFolder).filter((name) => name.endsWith('.ndjson'));
  const texts = new Map(
    names.map((name) => [
      basename(name, '.ndjson'),
      readFileSync(join(world.recordFolder, name), 'utf8'),
    ]),
  );
  const people = toRows(texts.get('users') ?? '');
  const stands = new Map<string, string>();
  for (const { role, email } of people)
    if (![...stands.values()].includes(emailOf(String(role))))
      stands.set(String(email), emailOf(String(role)));
  return [...texts].map(([name, text]) => {
    const rows = toRows(
      [...stands].reduce((whole, [from, to]) => whole.replaceAll(`"${from}"`, `"${to}"`), text),
    );
    const isNew = ({ email }: JsonObject): boolean => ![...stands.values()].includes(String(email));
    return {
      resource: world.declared.resources.get(name)!,
      rows: name === 'users' ? rows.filter(isNew) : rows,
    };
  });
}

function toRows(text: string): JsonObject[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JsonObject);
}

async function* toChunks(rows: readonly JsonObject[]): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(rows.map((row) => JSON.stringify(row)).join('\n'));
}
