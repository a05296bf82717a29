import type { NewThread } from '../../contract/people/threads.ts';
import { mayRead } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { fileFields } from '../../descriptor/file-fields.ts';
import { problem } from '../../fields/problems/problem.ts';
import { hasRow } from '../../store/system/jobs/job-rows.ts';
import { getJob } from '../../store/system/jobs/read-jobs.ts';
import type { ThreadPlace } from '../../store/system/threads/threads.ts';
import type { Acting } from '../acting.ts';
import { notAllowed } from '../not-allowed.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { mayComment, seesJob, seesSet, type Subject } from './reader.ts';

type Placed = Subject & { place: ThreadPlace | undefined };

/** What a new thread is about, as far as the caller may see it. */
export async function findSubject(acting: Acting, body: NewThread): Promise<Placed | Refusal> {
  const { descriptor, role } = acting;
  const resource = descriptor.resources.get(body.resource);
  // A collection that the caller may not comment on is refused like one that does not exist.
  if (!resource || !mayComment(descriptor, role, resource))
    return refuse(
      notAllowed(acting, 'resource', (own) =>
        resource === undefined ? false : mayComment(own, role, resource),
      ),
    );
  if (body.changeSet !== undefined) return await findSet(acting, resource, body);
  if (body.job !== undefined || body.row !== undefined || body.record === undefined)
    return await findRow(acting, resource, body);
  return await findRecord(acting, resource, { ...body, record: body.record });
}

/** A record, and its fields that the thread is about. */
async function findRecord(
  acting: Acting,
  resource: Resource,
  body: NewThread & { record: string },
): Promise<Placed | Refusal> {
  const { descriptor, role } = acting;
  const { record, cells = [] } = body;
  const missing = await findMissing(acting, resource, [record, ...cells.map((one) => one.record)]);
  if (missing.length > 0)
    return refuse(problem('S001', missing.includes(record) ? 'record' : 'cells'));
  const own = body.field === undefined ? [] : [body.field];
  const named = [...new Set([...own, ...cells.map(({ field }) => field)])];
  const unknown = named.filter((name) => !mayRead(descriptor, role, resource, name));
  if (unknown.length > 0)
    return refuse(
      unknown.map(() => problem('V009', 'field')),
      { status: 422 },
    );
  const ofFile = await findFile(acting, resource, body);
  if (isRefusal(ofFile)) return ofFile;
  const fields = [...new Set([...named, ...ofFile.fields])];
  return { resource, record, job: null, changeSet: null, fields, place: toPlace(body) };
}

/** A row of an import of the collection, which the caller may see. */
async function findRow(
  acting: Acting,
  resource: Resource,
  { job, row, ...rest }: NewThread,
): Promise<Placed | Refusal> {
  const { database } = acting.services;
  const other = refuseOther(rest, 'job');
  if (other) return other;
  if (job === undefined)
    return refuse(problem('V001', row === undefined ? 'record' : 'job'), { status: 422 });
  if (row === undefined) return refuse(problem('V001', 'row'), { status: 422 });
  const found = await getJob(database, job);
  if (found?.resource !== resource.name || !(await seesJob(database, job, acting)))
    return refuse(problem('S001', 'job'));
  if (!(await hasRow(database, job, row))) return refuse(problem('S001', 'row'));
  return { resource, record: null, job, changeSet: null, fields: [], place: { row } };
}

/** A change set of the collection, which the caller may see. */
async function findSet(
  acting: Acting,
  resource: Resource,
  { changeSet = '', ...rest }: NewThread,
): Promise<Placed | Refusal> {
  const other = refuseOther(rest, 'changeSet');
  if (other) return other;
  if (!(await seesSet(acting.services.database, changeSet, { ...acting, resource })))
    return refuse(problem('S001', 'changeSet'));
  return { resource, record: null, job: null, changeSet, fields: [], place: undefined };
}

/** What a thread cannot be about besides what has no record. */
function refuseOther(
  body: Omit<NewThread, 'row'>,
  beside: 'job' | 'changeSet',
): Refusal | undefined {
  const places = ['record', 'job', 'field', 'cells', 'file', 'page', 'version'] as const;
  const other = places.find((name) => body[name] !== undefined);
  if (other === undefined) return undefined;
  return refuse(problem('V002', other, { expected: `absent, as ${beside} is given` }), {
    status: 422,
  });
}

function toPlace({ cells = [], file, page, version }: NewThread): ThreadPlace | undefined {
  const place: ThreadPlace = {
    ...(cells.length > 0 && { cells }),
    ...(file !== undefined && { file }),
    ...(page !== undefined && { page }),
    ...(version !== undefined && { version }),
  };
  return Object.keys(place).length > 0 ? place : undefined;
}

async function findMissing(
  { services }: Acting,
  resource: Resource,
  records: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(records)];
  const found = await services.store.findMany(resource, '_id', ids, []);
  return ids.filter((id) => !found.some(({ _id }) => _id === id));
}

/** The field with the file of a new thread; none where it is not about a file. */
async function findFile(
  acting: Acting,
  resource: Resource,
  { record, file, page }: NewThread & { record: string },
): Promise<{ fields: readonly string[] } | Refusal> {
  if (file === undefined)
    return page === undefined
      ? { fields: [] }
      : refuse(problem('V002', 'page', { expected: 'given with a file' }), { status: 422 });
  const field = await fieldOfFile(acting, resource, record, file);
  return field === undefined ? refuse(problem('S001', 'file')) : { fields: [field] };
}

/** The field of a record that has a file, among those that the caller may read. */
async function fieldOfFile(
  { descriptor, role, services }: Acting,
  resource: Resource,
  record: string,
  file: string,
): Promise<string | undefined> {
  const names = fileFields(resource)
    .map(({ name }) => name)
    .filter((name) => mayRead(descriptor, role, resource, name));
  const [row] = await services.store.findMany(resource, '_id', [record], names);
  return names.find((name) =>
    [row?.[name] ?? []].flat().some((value) => (value as { id?: unknown }).id === file),
  );
}
