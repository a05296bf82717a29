import { auditActions, type AuditLine } from '../../contract/admin.ts';
import { type AuditQuery, listAudit } from '../../store/system/audit/list-audit.ts';
import { createQueryReader, type QueryReader } from '../http/query-reader.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { jsonStyles, plainCsv, toCsvFile, toJsonFile } from '../../files/formats/to-file.ts';
import { problem } from '../../fields/problems/problem.ts';
import { USERS } from '../../store/system/account.ts';
import { filterOf, limitExport } from '../http/answer/file-streams.ts';
import { afterFirstPart, auditExport } from '../../services/export/audit-export.ts';
import type { UserCall } from '../http/call.ts';
import { refuse } from '../../services/refusal.ts';
import type { Reply } from '../http/answer/answer.ts';

/** Reads the filter of the audit log, without the paging. */
export function readAuditFilter(
  reader: QueryReader,
  timeZone: string,
): Omit<AuditQuery, 'after' | 'perPage'> {
  return {
    actions: reader.list('action', auditActions),
    actors: reader.list('actor'),
    about: reader.list('about'),
    resource: reader.text('resource'),
    record: reader.text('record'),
    from: reader.moment('from', timeZone),
    before: reader.moment('to', timeZone, true),
    words: (reader.text('q') ?? '').split(/\s+/).filter((word) => word !== ''),
  };
}

const formats = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const;

/** Exports the audit log, or the part that matches a filter, as a file. The export itself is logged too. */
export async function exportAudit(call: UserCall): Promise<Reply> {
  const reader = createQueryReader(call.query);
  const [format = 'json', ...others] = reader.list('format', ['json', 'csv'] as const);
  const filter = readAuditFilter(reader, call.descriptor.app.timeZone);
  const problems = reader.problems();
  if (others.length > 0) problems.push(problem('Q004', 'format', { expected: 'given only once' }));
  if (problems.length > 0) return refuse(problems);

  const lines = readAll(call, call.descriptor.resources.get(USERS), filter);
  const what = { resource: 'audit', format, filter: filterOf(call) };
  const noted = auditExport(call, what, toTexts(lines, format), ({ length }) => length);
  const file = afterFirstPart(noted, (batches) =>
    format === 'json'
      ? toJsonFile(batches, jsonStyles.json)
      : toCsvFile(batches, csvColumns, plainCsv),
  );
  return await limitExport(call, async () => ({
    source: file,
    headers: {
      'Content-Type': formats[format],
      'Content-Disposition': `attachment; filename="audit-export.${format}"`,
    },
  }));
}

/** Reads page by page, as fast as the client. New entries come before the first page and are not included. */
async function* readAll(
  { services }: UserCall,
  users: Resource | undefined,
  filter: Omit<AuditQuery, 'after' | 'perPage'>,
): AsyncGenerator<AuditLine[]> {
  for (let after: string | undefined; ;) {
    const { data, next } = await listAudit(services.database.primaryOrReplica, users, {
      ...filter,
      after,
      perPage: 1_000,
    });
    if (data.length > 0) yield data;
    if (next === null) return;
    after = next;
  }
}

async function* toTexts(
  pages: AsyncIterable<AuditLine[]>,
  format: keyof typeof formats,
): AsyncGenerator<string[]> {
  for await (const page of pages)
    yield page.map((line) => JSON.stringify(format === 'csv' ? toFlat(line) : line));
}

const csvColumns =
  'id at action actor name email about aboutName aboutEmail address session requestId resource record detail'
    .split(' ')
    .map((name) => ({ name, holds: 'text' as const }));

function toFlat({ actor, about, detail, ...line }: AuditLine): Record<string, string | null> {
  const by = actor ?? nobody;
  const of = about ?? nobody;
  return {
    ...line,
    actor: by._id,
    name: by.name,
    email: by.email,
    about: of._id,
    aboutName: of.name,
    aboutEmail: of.email,
    detail: Object.keys(detail).length > 0 ? JSON.stringify(detail) : null,
  };
}

const nobody = { _id: null, name: null, email: null };
