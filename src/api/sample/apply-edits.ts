import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { valueProblems } from '../../fields/problems/value-problems.ts';
import { descriptorProblem } from '../../descriptor/read/descriptor-problem.ts';
import { writeKey } from '../../fields/text/written-key.ts';
import { findByKey } from '../../files/import/plan/find-by-key.ts';
import { importRecords } from '../../files/import/import-files.ts';
import type { ImportSummary } from '../../files/import/import-summary.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import type { QueryRunner, Store, StoredRecord } from '../../store/store.ts';
import { type NewChangeSet, openChangeSet } from '../../store/system/change-sets.ts';
import { insertMessage, insertThread } from '../../store/system/threads/threads.ts';
import { endUndo } from '../../store/system/jobs/undo-jobs.ts';

/** The file of a sample that has its edits, in order. */
const FILE = 'edits.json';

const row = z.record(z.string(), z.json());

const edits = z.array(
  z.strictObject({
    /** The import key of a user of the sample. */
    by: z.string(),
    resource: z.string(),
    /** The import key of the record, and its new values, as in a file. */
    record: row,
    /** The same with the earlier values, if the user takes the edit back. */
    undo: row.optional(),
    /** What the user asks about a field of the record. */
    query: z.strictObject({ field: z.string(), text: z.string() }).optional(),
  }),
);

type Edit = z.infer<typeof edits>[number];
type Problems = ImportSummary['problems'];
type Parts = { descriptor: Descriptor; store: Store; database: QueryRunner };

/**
 * The edits of a sample, checked against its other files, so that nothing is loaded if one of them cannot be made. A
 * sample without the file has none.
 */
export async function readEdits(
  { resources }: Descriptor,
  folder: string,
): Promise<{ edits: readonly Edit[] } | { problems: Problem[] }> {
  const text = await readOptional(join(folder, FILE));
  if (text === undefined) return { edits: [] };
  const json = parseJson(text);
  if ('problem' in json) return { problems: [json.problem] };
  const parsed = edits.safeParse(json.value);
  if (!parsed.success) return { problems: valueProblems(parsed.error, FILE) };
  const users = await readUsers(resources.get('users'), folder);
  const problems = parsed.data.flatMap(({ by, resource, query }, at) => [
    ...(resources.has(resource)
      ? []
      : [descriptorProblem('D010', `${FILE}.${at}.resource`, { value: resource })]),
    ...(!query || resources.get(resource)?.fields.has(query.field)
      ? []
      : [descriptorProblem('D011', `${FILE}.${at}.query.field`, { value: query.field, resource })]),
    ...(users.has(by) ? [] : [problem('V014', `${FILE}.${at}.by`, { value: by })]),
  ]);
  return problems.length > 0 ? { problems } : { edits: parsed.data };
}

async function readOptional(path: string): Promise<string | undefined> {
  return await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

function parseJson(text: string): { value: unknown } | { problem: Problem } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: descriptorProblem('D001', FILE, { reason: (error as Error).message }) };
  }
}

/** The import keys of the users of the sample. */
async function readUsers(users: Resource | undefined, folder: string): Promise<Set<unknown>> {
  if (!users) return new Set();
  const text = (await readOptional(join(folder, `${users.name}.ndjson`))) ?? '';
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return new Set(
    lines.map((line) => {
      const user = JSON.parse(line) as StoredRecord;
      return writeKey(users.importKey.map((name) => String(user[name])));
    }),
  );
}

/**
 * Makes the edits of a sample, so that history, changes and activity have something to show. Each is a save of its user
 * with the rights of their role. Returns the problems; an edit that has some is left out.
 */
export async function applyEdits(services: Parts, sampleEdits: readonly Edit[]): Promise<Problems> {
  const problems: Problems = [];
  for (const edit of sampleEdits) problems.push(...(await applyEdit(services, edit)));
  return problems;
}

async function applyEdit(services: Parts, edit: Edit): Promise<Problems> {
  const resource = services.descriptor.resources.get(edit.resource);
  const user = await findUser(services, edit.by);
  if (!resource || !user) return [];
  const set = { id: newId(), by: user._id, way: 'form', resource: resource.name } as const;
  const wrong = await save(services, { resource, user, set, values: edit.record });
  if (wrong.length > 0) return wrong;
  if (edit.query) await ask(services, { resource, user, values: edit.record }, edit.query);
  if (!edit.undo) return [];
  const undo = { ...set, id: newId(), way: 'undo', undoes: set.id } as const;
  const left = await save(services, { resource, user, set: undo, values: edit.undo });
  await endUndo(services.database, { undo: undo.id, left: left.length });
  return left;
}

async function findUser(services: Parts, key: string) {
  const users = services.descriptor.resources.get('users');
  return users && (await findOne(services, users, key));
}

async function findOne({ descriptor, store }: Parts, resource: Resource, key: string) {
  const reader = { descriptor, role: '', target: store };
  const ids = await findByKey(reader, resource, resource.importKey, [key]);
  const [record] = await store.findMany(resource, '_id', [...ids.values()]);
  return record;
}

/** Asks anybody who knows; the dashboard and the lists show it. */
async function ask(
  services: Parts,
  { resource, user, values }: Omit<Save, 'set'>,
  { field, text }: { field: string; text: string },
): Promise<void> {
  const key = writeKey(resource.importKey.map((name) => String(values[name])));
  const record = await findOne(services, resource, key);
  if (!record) return;
  const [thread, by] = [newId(), user._id];
  const asked = { assignee: null, assigneeRole: null, due: null, place: undefined };
  await insertThread(services.database, {
    id: thread,
    resource: resource.name,
    record: record._id,
    fields: [field],
    status: 'open',
    by,
    ...asked,
    job: null,
    changeSet: null,
  });
  await insertMessage(services.database, { id: newId(), thread, by, text, mentions: [] });
}

type Save = {
  resource: Resource;
  user: StoredRecord;
  set: NewChangeSet;
  values: Readonly<Record<string, unknown>>;
};

/** The values are those of one row of a file, so references are named by their keys. */
async function save(
  { descriptor, store, database }: Parts,
  { resource, user, set, values }: Save,
): Promise<Problems> {
  await openChangeSet(database, set);
  const by = { userId: user._id, way: set.way, changeSet: set.id };
  const options = { mode: 'update', key: resource.importKey, mapping: new Map() } as const;
  const { problems } = await importRecords(
    { target: store, descriptor, role: String(user['role']), by, newId },
    {
      resource,
      options,
      open: async function* open() {
        yield new TextEncoder().encode(JSON.stringify([values]));
      },
    },
  );
  return problems;
}
