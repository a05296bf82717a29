import { mayDo, mayRead } from '../../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { fileFields } from '../../../descriptor/file-fields.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { NamedFile } from '../../../fields/files/file-rule.ts';
import { isAccepted, mostBytes, type FileSettings } from '../../../fields/files/file-settings.ts';
import type { FileValue } from '../../../fields/files/file-value.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { sizeParams } from '../../../fields/problems/size-params.ts';
import type { Connection } from '../../connection/connection.ts';
import { fileJson } from '../../schema/system-tables/file-tables.ts';
import type { Actor, Restriction, WriteFailure } from '../../store.ts';

import { findRecords } from '../query/read.ts';
import { requireValue } from '../../../fields/require-entry.ts';

type Parts = {
  connection: Connection;
  descriptor: Descriptor;
  restriction?: Restriction | undefined;
};

/** One write of many, which names files in its values. */
type Write = { id: string; values: Readonly<Record<string, unknown>> };

/** Whether any of the writes names a file, so that `nameFiles` has something to do. */
export function namesFiles(resource: Resource, writes: readonly Pick<Write, 'values'>[]): boolean {
  return fileFields(resource).some((field) =>
    writes.some(({ values }) => filesOf(field, values[field.name]).length > 0),
  );
}

/**
 * The values of the writes with whole files in place of their ids, or why one cannot be: a file must be there, and the
 * writer must have uploaded it or be able to read it in a record, or the field has it or had it. A visitor of a public
 * form names what visitors have uploaded. The system may name every file.
 */
export async function nameFiles(
  context: Parts,
  resource: Resource,
  writes: readonly Write[],
  by: Actor,
): Promise<({ values: Record<string, unknown> } | WriteFailure)[]> {
  const fields = fileFields(resource);
  const requests = writes.flatMap(({ id, values }) =>
    fields.flatMap((field) =>
      filesOf(field, values[field.name]).map((file) => ({
        record: id,
        field: field.name,
        file: file.id,
      })),
    ),
  );
  const findFile = await findFiles(context, resource, requests, by);
  return writes.map((write) => {
    const { values, problems } = nameInValues(fields, write.values, (field, file) =>
      findFile({ record: write.id, field, file }),
    );
    return problems.length > 0 ? { failure: 'invalid', problems, isJudged: true } : { values };
  });
}

/** A file that a writer may name. `had`: the field of the record has it, or had it. */
type Nameable = { json: FileValue; had?: boolean };

/** The values with whole files in place of their ids, and the problems of the fields. */
export function nameInValues(
  fields: readonly Field[],
  given: Readonly<Record<string, unknown>>,
  find: (field: string, id: string) => Nameable | undefined,
): { values: Record<string, unknown>; problems: Problem[] } {
  const problems: Problem[] = [];
  const values = { ...given };
  for (const field of fields) {
    const named = filesOf(field, values[field.name]);
    if (named.length === 0) continue;
    const whole = named.map((file) => {
      const row = find(field.name, file.id);
      const wrong = row
        ? (findClaim(file, row.json) ?? (row.had ? undefined : refuseFile(field, row.json)))
        : problem('V063', '', { value: file.id });
      if (wrong) problems.push({ ...wrong, path: field.name });
      return row?.json;
    });
    values[field.name] = Array.isArray(values[field.name]) ? whole : whole[0];
  }
  return { values, problems };
}

/** The files that a value of a field names. */
export function filesOf({ kind }: Pick<Field, 'kind'>, value: unknown): readonly NamedFile[] {
  return value === null || value === undefined
    ? []
    : requireValue(kind.files, 'files of the field').of(value);
}

/** A write may repeat what a file is, but not change it. */
function findClaim(named: NamedFile, file: FileValue): Problem | undefined {
  const wrong = Object.entries(named).find(([key, value]) => {
    const is = file[key as keyof FileValue];
    return (value ?? null) !== (is ?? null);
  });
  return wrong && problem('V064', '', { member: wrong[0] });
}

/** Why a field cannot take a file: it has the wrong type, or is too large. */
export function refuseFile(
  { settings }: Field,
  { type, size }: Pick<FileValue, 'type' | 'size'>,
): Problem | undefined {
  const of = settings as FileSettings;
  const most = mostBytes(of);
  if (size > most) return problem('V065', '', sizeParams(most));
  if (isAccepted(of, type)) return undefined;
  return problem('V066', '', { value: type, choices: (of.accept ?? []).join(', ') });
}

type Wanted = { record: string; field: string; file: string };

/** The owner of the files that visitors of public forms have uploaded. No user has this `_id`. */
export const VISITORS = '~visitors';

/** Whose files a writer may name; null: everybody's. */
function ownerOf({ userId, way }: Actor): string | null {
  return way === 'public' ? VISITORS : userId;
}

async function findFiles(
  context: Parts,
  resource: Resource,
  requests: readonly Wanted[],
  by: Actor,
): Promise<(request: Wanted) => Found | undefined> {
  const owner = ownerOf(by);
  const rows = await context.connection.rows<Found & Wanted>(
    `select w.record, w.field, w.file, ${fileJson} as json, f.created_by = $3 as own, exists (
        select from backoffice.file_uses u
         where u.file = f.id and u.resource = $4 and u.record = w.record and u.field = w.field) as had
       from unnest($1::text[], $2::text[], $5::text[]) w(record, file, field) join backoffice.files f on f.id = w.file`,
    [
      requests.map(({ record }) => record),
      requests.map(({ file }) => file),
      owner,
      resource.name,
      requests.map(({ field }) => field),
    ],
  );
  const isOpen = ({ own, had }: Found) => own || had || owner === null;
  const elsewhere = rows.filter((row) => !isOpen(row)).map(({ file }) => file);
  const seen =
    elsewhere.length > 0 ? await findReadable(context, elsewhere, by) : new Set<string>();
  const keyOf = ({ record, field, file }: Wanted) => `${record} ${field} ${file}`;
  const rowsByKey = new Map(
    rows.filter((row) => isOpen(row) || seen.has(row.file)).map((row) => [keyOf(row), row]),
  );
  return (each) => rowsByKey.get(keyOf(each));
}

/** `own`: the writer uploaded it. */
type Found = Nameable & { own: boolean | null };

/** The files among these that the writer can read in some record. */
async function findReadable(
  { connection, descriptor, restriction }: Parts,
  files: readonly string[],
  { userId }: Pick<Actor, 'userId'>,
): Promise<Set<string>> {
  const role = await connection.value<string | undefined>('select role from users where _id = $1', [
    userId,
  ]);
  const uses = await connection.rows<Use>(
    'select file, resource, record, field from backoffice.file_uses where current and file = any($1::text[])',
    [files],
  );
  const readable = new Set<string>();
  const allowed = restriction?.descriptor ?? descriptor;
  for (const [name, of] of Map.groupBy(uses, ({ resource }) => resource)) {
    const resource = descriptor.resources.get(name);
    if (!resource || role === undefined || !mayDo(allowed, role, resource, 'read')) continue;
    const open = of.filter(({ field }) => mayRead(allowed, role, resource, field));
    const scope = { descriptor, rowsOf: restriction?.rowsOf };
    const ids = [...new Set(open.map(({ record }) => record))];
    const see = restriction?.rowsOf(resource)?.see;
    const there = await findRecords({ connection, scope }, resource, {
      values: ids,
      fields: [],
      see,
    });
    const visible = new Set(there.map(({ _id }) => _id));
    for (const { file, record } of open) if (visible.has(record)) readable.add(file);
  }
  return readable;
}

/** The files with these ids that a writer may name in any record. */
export async function findNameable(
  context: Parts,
  ids: readonly string[],
  by: Pick<Actor, 'userId'>,
): Promise<FileValue[]> {
  if (ids.length === 0) return [];
  const rows = await context.connection.rows<{ json: FileValue; own: boolean | null }>(
    `select ${fileJson} as json, f.created_by = $2 as own from backoffice.files f where f.id = any($1::text[])`,
    [ids, by.userId],
  );
  const elsewhere = rows.filter(({ own }) => !own && by.userId !== null).map(({ json }) => json.id);
  const seen = await findReadable(context, elsewhere, by);
  return rows
    .filter(({ json, own }) => own || by.userId === null || seen.has(json.id))
    .map(({ json }) => json);
}

type Use = { file: string; resource: string; record: string; field: string };
