import { requireEntry } from '../../../fields/require-entry.ts';
import { systemFields, type Descriptor, type Resource } from '../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../store.ts';
import { referringFields } from '../../records/query/read.ts';
import { JOB_SILENCE } from '../jobs/read-jobs.ts';
import { statement } from '../../connection/statement.ts';
import { eraseThreads } from '../threads/follow-records.ts';

export type Erasure = {
  /** How many versions had values of the fields. */
  versions: number;
  /** How many stored files of imports and exports were deleted. */
  files: number;
  /** The SHA-256 of files that may be used by nothing else; the caller removes their bytes. */
  blobs: string[];
};

/**
 * The names of all fields that the history has values of, even those that are no longer declared; undefined where
 * nothing of the record is known.
 */
export async function knownFields(
  sql: QueryRunner,
  { name }: Resource,
  id: string,
): Promise<ReadonlySet<string> | undefined> {
  const keys = await sql.value<(string | null)[] | null>(
    `select array_agg(distinct k) from backoffice.history h
       left join lateral jsonb_object_keys(coalesce(h.before, '{}') || coalesce(h.after, '{}')) k on true
      where resource = $1 and record_id = $2`,
    [name, id],
  );
  return keys === null
    ? undefined
    : new Set(keys.filter((key) => key !== null).filter((key) => !isSystemField(key)));
}

/** A job whose server has died no longer renews `alive_at`. */
const IS_RUNNING = `state = 'running' and alive_at > clock_timestamp() - ${JOB_SILENCE}`;

/** Whether one of the jobs whose files may have values of the record is running. */
export const hasRunningJob = statement.some<[descriptor: Descriptor, resource: Resource]>(
  `select from backoffice.jobs where ${IS_RUNNING} and resource = any($1::text[])`,
  (descriptor, resource) => [filesOf(descriptor, resource)],
);

/**
 * Erases the values of these fields of a record from all the system keeps besides the record itself: its history, and
 * with that the trash and the change sets, files of jobs with what is told of their rows, stored answers, and the logs of
 * webhooks.
 * `whole`: nothing is left, so it cannot come back from the trash either.
 */
export async function eraseValues(
  sql: QueryRunner,
  descriptor: Descriptor,
  { resource, id, fields, whole }: Wanted,
): Promise<Erasure> {
  const of: Of = [resource.name, id, fields];
  const versions = await eraseHistory(sql, ...of);
  if (whole)
    await sql.query('delete from backoffice.trash where resource = $1 and record_id = $2', [
      resource.name,
      id,
    ]);
  const jobs = await eraseJobs(sql, filesOf(descriptor, resource));
  await eraseAnswers(sql, id, rootsOf(descriptor, resource));
  await eraseMessages(sql, resource.name, id);
  await eraseThreads(sql, { resource: resource.name, id, fields, whole });
  return { versions, files: jobs.files, blobs: [...jobs.blobs, ...(await eraseFiles(sql, of))] };
}

type Wanted = { resource: Resource; id: string; fields: readonly string[]; whole: boolean };

type Of = [resource: string, id: string, fields: readonly string[]];

/** What webhooks sent of the record, and what was answered, which may repeat it. */
const eraseMessages = statement.run<[resource: string, id: string]>(
  `update backoffice.webhook_attempts a set body = null, answer = null
   from backoffice.webhook_deliveries d join backoffice.webhooks w on w.id = d.webhook
   where a.delivery = d.id and d.record_id = $2 and coalesce(d.resource, w.resource) = $1`,
);

const eraseHistory = statement.value<number, Of>(
  `with named as (
     select h.seq, array(select k
         from jsonb_object_keys(coalesce(h.before, '{}') || coalesce(h.after, '{}')) k
        where k = any($3::text[])) as names, coalesce(h.erased, '{}') as erased
       from backoffice.history h where h.resource = $1 and h.record_id = $2),
   fresh as (select * from named where not names <@ erased),
   done as (
     update backoffice.history h set before = ${without('h.before')}, after = ${without('h.after')},
       erased = array(select distinct unnest(f.erased || f.names) order by 1)
       from fresh f where h.seq = f.seq returning 1)
   select count(*)::int from done`,
);

/** Removes the files that only these values had, with their names and titles. */
async function eraseFiles(sql: QueryRunner, of: Of): Promise<string[]> {
  const gone = await sql.rows<{ file: string }>(
    `delete from backoffice.file_uses u where u.resource = $1 and u.record = $2 and u.field = any($3::text[])
       and not u.current returning u.file`,
    of,
  );
  const rows = await sql.rows<{ sha256: string }>(
    `delete from backoffice.files f where f.id = any($1::text[])
       and not exists (select from backoffice.file_uses u where u.file = f.id) returning f.sha256`,
    [gone.map(({ file }) => file)],
  );
  return rows.map(({ sha256 }) => sha256);
}

/**
 * What a file has of a record cannot be told from the record: a row may have failed, or name the record in another
 * way. So all files go that may have any of it, with the values that are told of their rows.
 */
async function eraseJobs(
  sql: QueryRunner,
  resources: readonly string[],
): Promise<Pick<Erasure, 'files' | 'blobs'>> {
  const ids = (
    await sql.rows<{ id: string }>(
      `select id from backoffice.jobs where resource = any($1::text[]) and not (${IS_RUNNING})`,
      [resources],
    )
  ).map(({ id }) => id);
  const gone = await sql.rows<{ job: string; sha256: string }>(
    'delete from backoffice.job_files where job = any($1::text[]) returning job, sha256',
    [ids],
  );
  await sql.query('delete from backoffice.job_rows where job = any($1::text[])', [ids]);
  await sql.query('delete from backoffice.threads where job = any($1::text[])', [ids]);
  await sql.query(
    `update backoffice.jobs set request = request - 'cells', summary = summary - 'warned' || '{"problems": []}'
      where id = any($1::text[]) and (summary is not null or request ? 'cells')`,
    [ids],
  );
  const files = new Set(gone.map(({ job }) => job)).size;
  return { files, blobs: gone.map(({ sha256 }) => sha256) };
}

/** A stored answer names the record, or it is that of an import, which may tell values of rows. */
const eraseAnswers = statement.run<[id: string, roots: readonly string[]]>(
  `delete from backoffice.idempotency_keys where body is not null
   and (strpos(body, $1) > 0 or route like any($2::text[])
     or (route like '/api/jobs/:id/%' and strpos(body, 'cells') > 0))`,
  (id, roots) => [id, roots.flatMap((root) => [`${root}/import%`, `${root}/jobs%`])],
);

/** The collections whose files may have values of a record of this one: its own, and those that refer to it. */
function filesOf(descriptor: Descriptor, resource: Resource): string[] {
  const others = referringFields(descriptor, resource).map(({ from }) => from);
  return [...new Set([resource.name, ...others])];
}

function rootsOf(descriptor: Descriptor, resource: Resource): string[] {
  return filesOf(descriptor, resource).map((name) => requireEntry(descriptor.resources, name).root);
}

/** A document with null for the values of `$3`. */
function without(doc: string): string {
  return (
    `${doc} || (select coalesce(jsonb_object_agg(k, null), '{}') ` +
    `from jsonb_object_keys(${doc}) k where k = any($3::text[]))`
  );
}

function isSystemField(name: string): boolean {
  return (systemFields as readonly string[]).includes(name);
}
