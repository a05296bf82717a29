import { readableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { parseListQuery } from '../../descriptor/query.ts';
import { fieldsByKey } from '../../exchange/export-references.ts';
import { formatNames, formats, isFormatName } from '../../exchange/formats.ts';
import { toJsonFile } from '../../exchange/json-file.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import { answerStream } from '../answer.ts';
import type { UserCall } from '../call.ts';
import { momentOf } from '../moment.ts';
import { refuseQuery } from '../records/refuse-query.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { toBody } from './to-body.ts';

/** What pages a list means nothing where every record comes. */
const ofPages = ['_page', '_perPage', '_after', '_total'];

/** Answers every record of a query as a file that flows from the database to the client at the client's pace. */
export async function exportRecords(
  call: UserCall,
  resource: Resource,
): Promise<Response | Refusal> {
  const { descriptor, role, parts } = call;
  const params = new URLSearchParams(call.query);
  const format = take(params, 'format') ?? 'json';
  if (!isFormatName(format)) return refuse(mustBe('format', formatNames));
  const references = take(params, '_references') ?? 'key';
  if (references !== 'key' && references !== '_id') {
    return refuse(mustBe('_references', ['key', '_id']));
  }
  const paging = ofPages.filter((name) => params.has(name));
  if (paging.length > 0) return refuse(paging.map((name) => problem('Q001', name)));
  const asked = parseListQuery({ descriptor, role, resource, params, moment: momentOf(call) });
  if ('problems' in asked) return refuseQuery(asked.problems);

  // Whoever asks for no order gets that of `_id`: as the table has it, and the same after every change of a name.
  if (!params.has('_sort')) asked.query.sort = [];

  const byKey = references === 'key' ? fieldsByKey(descriptor, role, resource) : new Set<string>();
  const readable = readableFields(descriptor, role, resource);
  const batches = parts.store.stream(resource, asked.query, readable, { byKey, forFile: true });
  const { contentType, extension } = formats[format];
  return answerStream(call, await toBody(call, toJsonFile(batches)), {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${resource.name}-export.${extension}"`,
  });
}

function take(params: URLSearchParams, name: string): string | undefined {
  const value = params.get(name) ?? undefined;
  params.delete(name);
  return value;
}

function mustBe(path: string, values: readonly string[]): Problem {
  return problem('I005', path, { expected: values.join(', ') });
}
