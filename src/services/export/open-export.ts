import { systemFields, type Resource } from '../../descriptor/descriptor.ts';
import type { ListQuery } from '../../descriptor/filter/filter.ts';
import { fieldsByKey } from '../../files/export/export-references.ts';
import { type FormatName, formats } from '../../files/formats/formats.ts';
import { toTableColumns } from '../../files/formats/table-column.ts';
import {
  type CsvStyle,
  jsonStyles,
  toCopiedCsv,
  toCopiedJson,
  toFile,
} from '../../files/formats/to-file.ts';
import { MAX_XLSX_RECORDS } from '../../files/formats/xlsx-file.ts';
import { problem } from '../../fields/problems/problem.ts';
import type { Acting } from '../acting.ts';
import { trackExport } from '../jobs/progress.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { afterFirstPart, auditExport, type ExportEntry } from './audit-export.ts';
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
import {
  addListRows,
  countListRows,
  type ExportedList,
  findExportedLists,
  listColumns,
} from './export-lists.ts';
import type { ExportRequest } from './export-request.ts';
import { addReferenceTitles, columnsWithTitles } from './reference-titles.ts';
import { spoolForSlow } from './spool.ts';

/** The records of an export, and what of them the caller may read. `filter`: how the audit log names their query. */
type Exporting = {
  resource: Resource;
  query: ListQuery;
  readable: readonly string[];
  request: ExportRequest;
  filter: string;
};

/** A file as its pieces are read, which holds what it needs until then. */
type OpenedExport = {
  source: AsyncGenerator<string | Uint8Array>;
  name: string;
  contentType: string;
  total: number | null;
  /** The files in a ZIP, and their bytes. */
  measured: { files: number; bytes: number } | undefined;
};

/** Opens a file with all records of a query, as far as the caller may export them. */
export async function openExport(
  acting: Acting,
  { resource, query, readable, request, filter }: Exporting,
): Promise<OpenedExport | Refusal> {
  const { descriptor, role, services } = acting;
  const { format, references, csv, withFiles } = request;
  const selection = findExportedLists(acting, resource, request);
  if ('problem' in selection) return refuse(selection.problem);
  const { lists } = selection;
  if (lists.length > 0 && query.asOf !== undefined) return refuse(problem('Q001', '_children'));

  const first = { ...query, page: 1, perPage: 1, total: 'exact' as const };
  const { total } = await services.store.list(resource, first, readable);
  const count = total ?? 0;
  if (format === 'xlsx') {
    const sized = { query, total: count, most: MAX_XLSX_RECORDS };
    const rows = await countListRows(acting, resource, lists, sized);
    if (rows > MAX_XLSX_RECORDS)
      return refuse(problem('I029', 'format', { max: MAX_XLSX_RECORDS }));
  }
  const keyed = fieldsByKey(descriptor, role, resource, query.fields);
  const byKey = references === 'key' ? keyed : new Set<string>();
  const names = namesIn(resource, readable, query);
  const what = { resource: resource.name, format, filter };
  const files = withFiles ? fileColumns(resource, names, lists) : undefined;
  const options = { resource, query, readable, names, byKey, csv, lists };
  const measured = files && (await measureFiles(acting, files, rowsOf(acting, options, files)));
  if (measured && isRefusal(measured)) return measured;
  const packedFiles: PackedFile[] = [];
  const packs = files && { columns: files, add: (file: PackedFile) => void packedFiles.push(file) };
  const naming = references === 'title' || references === 'both' ? { references } : undefined;
  const file =
    (naming || packs ? undefined : copyFile(acting, what, options)) ??
    streamFile(acting, what, { ...options, ...(naming && { ...naming, byKey: keyed }), packs });
  const { extension, contentType } = formats[format];
  const name = fileNameOf(resource, query, files ? 'zip' : extension);
  const spooled = spoolForSlow(acting, name, file);
  const table = `${resource.name}.${extension}`;
  const source = packs ? zipExport(acting, table, spooled, packedFiles) : spooled;
  return {
    source: trackExport(acting, { resource: resource.name, name, total: count }, source),
    name,
    contentType: files ? 'application/zip' : contentType,
    total,
    measured,
  };
}

/** Colons are not for file names. */
function fileNameOf({ name }: Resource, { asOf }: ListQuery, extension: string): string {
  const moment = asOf === undefined ? '' : `-${asOf.replaceAll(':', '')}`;
  return `${name}-export${moment}.${extension}`;
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

type What = ExportEntry & { format: FormatName };

/** A file made of what PostgreSQL itself writes; undefined if the format or query does not allow that. */
function copyFile(
  acting: Acting,
  what: What,
  { resource, query, readable, names, byKey, csv, lists }: Asked,
): AsyncGenerator<string | Uint8Array> | undefined {
  const { format } = what;
  if (lists.length > 0) return undefined;
  const style = format === 'json' || format === 'ndjson' ? jsonStyles[format] : undefined;
  if (!style && (!formats[format].fromArrays || csv.decimal !== '.')) return undefined;
  const copied = acting.services.store.copyRecords(resource, query, readable, {
    byKey,
    ...(style ? { between: style.between } : { names, delimiter: csv.delimiter }),
  });
  if (copied === undefined) return undefined;
  const noted = auditExport(acting, what, copied, ({ rows }) => rows);
  return afterFirstPart(noted, (rows) =>
    style ? toCopiedJson(rows, style) : toCopiedCsv(rows, names, csv),
  );
}

/** A file made of batches, with the titles of references if requested. */
function streamFile(
  acting: Acting,
  what: What,
  request: Asked & { references?: 'title' | 'both'; packs: Packing | undefined },
): AsyncGenerator<string | Uint8Array> {
  const { resource, query, readable, byKey, csv, references, lists, packs } = request;
  const isTable = formats[what.format].fromArrays;
  const naming = references && { ...request, references, isTable };
  const asArrayOf = isTable ? request.names : undefined;
  const options = { forFile: true, asArrayOf, ...(!naming && { byKey }) };
  const records = acting.services.store.stream(resource, query, readable, options);
  const noted = auditExport(acting, what, records, ({ length }) => length);
  const names = naming ? columnsWithTitles(naming) : request.names;
  const named = naming ? addReferenceTitles(acting, naming, noted) : noted;
  const listed = lists.length > 0 ? addListRows(acting, lists, names, named) : named;
  const plain = [...toTableColumns(resource, names), ...listColumns(lists)];
  const columns = packs ? withPathColumns(plain, packs.columns) : plain;
  const rows = packs
    ? addFilePaths(listed, { ...packs, names, isTable: formats[what.format].isTable })
    : listed;
  return afterFirstPart(rows, (batches) =>
    toFile(what.format, { app: acting.descriptor.app, resource, batches, columns, csv }),
  );
}

/** The rows of an export with only what says which files they have. */
async function* rowsOf(
  acting: Acting,
  { resource, query, readable, lists }: Asked,
  columns: readonly FileColumn[],
): AsyncGenerator<Record<string, unknown>> {
  if (columns.length === 0) return;
  const own = columns.map(({ name }) => name).filter((name) => resource.fields.has(name));
  const fields = ['_id', ...own];
  const records = acting.services.store.stream(resource, { ...query, fields }, readable, {
    forFile: true,
  });
  const rows = lists.length > 0 ? addListRows(acting, lists, fields, records) : records;
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
