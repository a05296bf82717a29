import { z } from 'zod';
import { mayExportThrough } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { openExport } from '../../services/export/open-export.ts';
import { isRefusal, type Refusal, refuse } from '../../services/refusal.ts';
import type { Reply } from '../http/answer/answer.ts';
import { filterOf, limitExport, type StreamedFile } from '../http/answer/file-streams.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { checkRefused } from '../http/query-reader.ts';
import { MAX_IDS } from '../../contract/bulk.ts';
import { readListQuery } from '../records/read-list-query.ts';
import { formatNames, formats } from '../../files/formats/formats.ts';
import { type ExportRequest, referenceForms } from '../../services/export/export-request.ts';

/** Exports every record of a query as a file, streamed from the database at the client's pace. */
export function exportRecords(call: UserCall, resource: Resource): Promise<Reply> {
  return limitExport(call, () => makeFile(call, resource));
}

async function makeFile(call: UserCall, resource: Resource): Promise<StreamedFile | Refusal> {
  const { descriptor, role } = call;
  const params = new URLSearchParams(call.query);
  const parsed = parseExport(params);
  if ('problem' in parsed) return refuse(parsed.problem);
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

  // Without a requested order the file has the order of `_id`: that of the table, unaffected by changes of names.
  if (!params.has('_sort')) query.sort = [];
  const { request } = parsed;
  const options = { resource, query, readable, request, filter: filterOf(call) };
  const file = await openExport(call, options);
  if (isRefusal(file)) return file;
  const { source, name, contentType, total, measured } = file;
  const headers = {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${name}"`,
    'X-Total-Count': String(total),
    ...(measured && {
      'X-File-Count': String(measured.files),
      'X-File-Bytes': String(measured.bytes),
    }),
  };
  return { source, headers };
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

const tables = formatNames.filter((name) => formats[name].isTable);

/** Takes the parameters of the file out of the query; the rest is a query of the list. */
function parseExport(params: URLSearchParams): { request: ExportRequest } | { problem: Problem } {
  const wrong: Problem[] = [];
  const oneOf = <Value extends string>(
    name: string,
    values: readonly Value[],
    otherwise: Value,
  ) => {
    const given = params.get(name);
    params.delete(name);
    if (given === null) return otherwise;
    const value = values.find((each) => each === given);
    if (value === undefined) wrong.push(problem('I005', name, { expected: values.join(', ') }));
    return value ?? otherwise;
  };
  const format = oneOf('format', formatNames, 'json');
  const children = (params.get('_children') ?? '').split(',').filter((name) => name !== '');
  params.delete('_children');
  if (children.length > 0 && !formats[format].isTable)
    wrong.push(problem('I005', 'format', { expected: tables.join(', ') }));
  const request = {
    format,
    children,
    withFiles: oneOf('_files', ['true', 'false'], 'false') === 'true',
    references: oneOf('_references', referenceForms, 'key'),
    csv: {
      // TSV leaves it in the query, where the list refuses it as an unknown parameter.
      delimiter: format === 'tsv' ? '\t' : oneOf('_delimiter', [',', ';', '|', '\t'], ','),
      decimal: oneOf('_decimal', ['.', ','], '.'),
      bom: oneOf('_bom', ['true', 'false'], 'false') === 'true',
    },
  } satisfies ExportRequest;
  return wrong[0] ? { problem: wrong[0] } : { request };
}
