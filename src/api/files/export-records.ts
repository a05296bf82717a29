import { mayExportThrough } from '../../descriptor/access.ts';
import { type Resource, systemFields } from '../../descriptor/descriptor.ts';
import type { ListQuery } from '../../descriptor/filter/filter.ts';
import { fieldsByKey } from '../../files/export/export-references.ts';
import {
  type CsvStyle,
  jsonStyles,
  toCopiedCsv,
  toCopiedJson,
  toFile,
} from '../../files/formats/to-file.ts';
import { MAX_XLSX_RECORDS } from '../../files/formats/xlsx-file.ts';
import { type FormatName, formats } from '../../files/formats/formats.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import {
  limitExport,
  type StreamedFile,
  auditExport,
  afterFirstPart,
} from '../http/answer/file-streams.ts';
import type { UserCall } from '../http/call.ts';
import { isRefusal, type Refusal, refuse } from '../../services/refusal.ts';
import type { Reply } from '../http/answer/answer.ts';
import { addReferenceTitles, columnsWithTitles } from './reference-titles.ts';
import { parseExport } from './parse-export.ts';
import {
  addListRows,
  countListRows,
  type ExportedList,
  findExportedLists,
  listColumns,
} from './export-lists.ts';
import { toTableColumns } from '../../files/formats/table-column.ts';
import {
  addFilePaths,
  fileColumns,
  measureFiles,
  withPathColumns,
  zipExport,
  type FileColumn,
  type PackedFile,
  type Packing,
} from './export-files.ts';
import { readListQuery } from '../records/read-list-query.ts';
import { spoolForSlow } from './spool.ts';
import { trackExport } from '../../services/jobs/progress.ts';
import { z } from 'zod';
import { MAX_IDS } from '../records/bulk-body.ts';
import { parseBody } from '../http/json-body.ts';
import { checkRefused } from '../http/query-reader.ts';

/** Exports every record of a query as a file, streamed from the database at the client's pace. */
export function exportRecords(call: UserCall, resource: Resource): Promise<Reply> {
  return limitExport(call, () => makeFile(call, resource));
}

async function makeFile(call: UserCall, resource: Resource): Promise<StreamedFile | Refusal> {
  const { descriptor, role, services } = call;
  const params = new URLSearchParams(call.query);
  const parsed = parseExport(params);
  if ('problem' in parsed) return refuse(parsed.problem);
  const { format, references, csv } = parsed.request;
  // An export has all records, so the parameters that page a list do not apply.
  const paging = checkRefused(params, ['_page', '_perPage', '_after', '_total']);
  if (paging.length > 0) return refuse(paging);
  const question = await readListQuery(call, resource, params);
  if (isRefusal(question)) return question;
  const { query, readable } = question;

  const closed = query.fields?.filter(
    (path) => !mayExportThrough(descriptor, role, resource, path),
  );
  if (closed && closed.length > 0)
    return refuse(
      closed.map((path) => problem('Q002', `_fields.${path}`)),
      { status: 400 },
    );

  const selection = findExportedLists(call, resource, parsed.request);
  if ('problem' in selection) return refuse(selection.problem);
  const { lists } = selection;
  if (lists.length > 0 && query.asOf !== undefined) return refuse(problem('Q001', '_children'));

  // Without a requested order the file has the order of `_id`: that of the table, unaffected by changes of names.
  if (!params.has('_sort')) query.sort = [];
  const first = { ...query, page: 1, perPage: 1, total: 'exact' as const };
  const { total } = await services.store.list(resource, first, readable);
  if (format === 'xlsx') {
    const sized = { query, total: total ?? 0, most: MAX_XLSX_RECORDS };
    const rows = await countListRows(call, resource, lists, sized);
    if (rows > MAX_XLSX_RECORDS)
      return refuse(problem('I029', 'format', { max: MAX_XLSX_RECORDS }));
  }
  const keyed = fieldsByKey(descriptor, role, resource, query.fields);
  const byKey = references === 'key' ? keyed : new Set<string>();
  const names = namesIn(resource, readable, query);
  const what = { resource: resource.name, format };
  const files = parsed.request.withFiles ? fileColumns(resource, names, lists) : undefined;
  const options = { resource, query, readable, names, byKey, csv, lists };
  const measured = files && (await measureFiles(call, files, rowsOf(call, options, files)));
  if (measured && isRefusal(measured)) return measured;
  const packedFiles: PackedFile[] = [];
  const packs = files && { columns: files, add: (file: PackedFile) => void packedFiles.push(file) };
  const file =
    references === 'title' || references === 'both'
      ? streamFile(call, what, { ...options, byKey: keyed, references, packs })
      : ((packs ? undefined : copyFile(call, what, options)) ??
        streamFile(call, what, { ...options, packs }));
  const { contentType, extension } = formats[format];
  // Colons are not for file names.
  const then = query.asOf === undefined ? '' : `-${query.asOf.replaceAll(':', '')}`;
  const name = `${resource.name}-export${then}.${files ? 'zip' : extension}`;
  const spooled = spoolForSlow(call, name, file);
  const table = `${resource.name}.${extension}`;
  const source = packs ? zipExport(call, table, spooled, packedFiles) : spooled;
  const tracked = trackExport(call, { resource: resource.name, name, total: total ?? 0 }, source);
  const headers = {
    'Content-Type': files ? 'application/zip' : contentType,
    'Content-Disposition': `attachment; filename="${name}"`,
    'X-Total-Count': String(total),
    ...(measured && {
      'X-File-Count': String(measured.files),
      'X-File-Bytes': String(measured.bytes),
    }),
  };
  return { source: tracked, headers };
}

type Asked = {
  resource: Resource;
  query: ListQuery;
  readable: readonly string[];
  names: readonly string[];
  byKey: ReadonlySet<string>;
  csv: CsvStyle;
  lists: readonly ExportedList[];
};

type What = { resource: string; format: FormatName };

/** A file made of what PostgreSQL itself writes; undefined if the format or query does not allow that. */
function copyFile(
  call: UserCall,
  what: What,
  { resource, query, readable, names, byKey, csv, lists }: Asked,
): AsyncGenerator<string | Uint8Array> | undefined {
  const { format } = what;
  if (lists.length > 0) return undefined;
  const style = format === 'json' || format === 'ndjson' ? jsonStyles[format] : undefined;
  if (!style && (!formats[format].fromArrays || csv.decimal !== '.')) return undefined;
  const copied = call.services.store.copyRecords(resource, query, readable, {
    byKey,
    ...(style ? { between: style.between } : { names, delimiter: csv.delimiter }),
  });
  if (copied === undefined) return undefined;
  const noted = auditExport(call, what, copied, ({ rows }) => rows);
  return afterFirstPart(noted, (rows) =>
    style ? toCopiedJson(rows, style) : toCopiedCsv(rows, names, csv),
  );
}

/** A file made of batches, with the titles of references if requested. */
function streamFile(
  call: UserCall,
  what: What,
  request: Asked & { references?: 'title' | 'both'; packs: Packing | undefined },
): AsyncGenerator<string | Uint8Array> {
  const { resource, query, readable, byKey, csv, references, lists, packs } = request;
  const isTable = formats[what.format].fromArrays;
  const naming = references && { ...request, references, isTable };
  const asArrayOf = isTable ? request.names : undefined;
  const options = { forFile: true, asArrayOf, ...(!naming && { byKey }) };
  const records = call.services.store.stream(resource, query, readable, options);
  const noted = auditExport(call, what, records, ({ length }) => length);
  const names = naming ? columnsWithTitles(naming) : request.names;
  const named = naming ? addReferenceTitles(call, naming, noted) : noted;
  const listed = lists.length > 0 ? addListRows(call, lists, names, named) : named;
  const plain = [...toTableColumns(resource, names), ...listColumns(lists)];
  const columns = packs ? withPathColumns(plain, packs.columns) : plain;
  const rows = packs
    ? addFilePaths(listed, { ...packs, names, isTable: formats[what.format].isTable })
    : listed;
  return afterFirstPart(rows, (batches) =>
    toFile(what.format, { app: call.descriptor.app, resource, batches, columns, csv }),
  );
}

/** The rows of an export with only what says which files they have. */
async function* rowsOf(
  call: UserCall,
  { resource, query, readable, lists }: Asked,
  columns: readonly FileColumn[],
): AsyncGenerator<Record<string, unknown>> {
  if (columns.length === 0) return;
  const own = columns.map(({ name }) => name).filter((name) => resource.fields.has(name));
  const fields = ['_id', ...own];
  const records = call.services.store.stream(resource, { ...query, fields }, readable, {
    forFile: true,
  });
  const rows = lists.length > 0 ? addListRows(call, lists, fields, records) : records;
  for await (const batch of rows)
    for (const json of batch) yield JSON.parse(json) as Record<string, unknown>;
}

/** The columns of a table: the requested ones in their order, else all that the role may read. */
function namesIn(resource: Resource, readable: readonly string[], query: ListQuery): string[] {
  const [id, version, ...stamps] = systemFields;
  const all = [...resource.fields.keys(), ...stamps];
  const mayRead = (name: string) => !resource.fields.has(name) || readable.includes(name);
  const requestedNames = (query.fields ?? all).filter((name) => name !== id && name !== version);
  return [id, version, ...requestedNames.filter(mayRead)];
}

export const chosenBody = z.strictObject({
  ids: z
    .array(z.string())
    .min(1)
    .max(MAX_IDS)
    .describe('The `_id` of each record, for selections that are too long for a URL.'),
});

/** Adds a hint for clients that send a parameter such as the format in the body. */
function withHint([first, ...rest]: Refusal['refused']): Refusal['refused'] {
  const withPlace = (each: Problem): Problem =>
    each.code === 'V009'
      ? problem('Q001', each.path, {}, `send it in the URL: ?${each.path}=…`)
      : each;
  return [withPlace(first), ...rest.map(withPlace)];
}

/** Exports the records with the given ids, read from the primary; all other parameters work as in any export. */
export async function exportChosen(call: UserCall, resource: Resource): Promise<Reply> {
  const read = await parseBody(call, chosenBody);
  if (isRefusal(read)) return { ...read, refused: withHint(read.refused) };
  const query = new URLSearchParams(call.query);
  if (query.has('where')) return refuse(problem('Q001', 'where'), { status: 400 });
  query.set('where', JSON.stringify({ _id_in: read.value.ids }));
  const services = { ...call.services, store: call.services.store.for('export') };
  return exportRecords({ ...call, query, services }, resource);
}
