import { z } from 'zod';
import { StoredFile, FilePages, type FoundText } from '../../contract/files.ts';
import { mayDo, readableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import type { FileValue } from '../../fields/files/file-value.ts';
import { problem } from '../../fields/problems/problem.ts';
import { storable } from '../../fields/text/storable-text.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import { copyFile, findOwnFile } from '../../store/system/files/stored-files.ts';
import { filesOfRecord } from '../records/files-of-record.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import { answerBlob } from '../http/answer/answer-blob.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { isRefusal, refuse, refuseQuery } from '../../services/refusal.ts';
import { checkWaiting } from './upload-target.ts';
import { requireLast } from '../../fields/require-entry.ts';
import { parseTextQuery, termsToFind } from '../../fields/text/text-query.ts';
import { toSnippet } from '../../files/text-snippet.ts';
import { yieldToEventLoop } from '../../files/yield-to-event-loop.ts';
import { findPages, isTextRead } from '../../store/system/files/find-pages.ts';
import { createQueryReader } from '../http/query-reader.ts';

/** The bytes of a file of a record. Who cannot read the record or the field gets what an unknown file gets. */
export async function getRecordFile(call: UserCall, resource: Resource): Promise<Reply> {
  const file = await findRecordFile(call, resource, call.params['id'], call.params['file']);
  return file ? await answerBlob(call, file) : refuse(problem('S001', 'file'));
}

/** A file of a record, if the caller may read it there. */
async function findRecordFile(
  { descriptor, role, services }: UserCall,
  resource: Resource,
  id: string | undefined,
  file: string | undefined,
): Promise<FileValue | undefined> {
  if (!isRecordId(id) || !mayDo(descriptor, role, resource, 'read')) return undefined;
  const row = await services.store.get(resource, id, readableFields(descriptor, role, resource));
  const record = row && (JSON.parse(row.json) as Record<string, unknown>);
  return record && filesOfRecord(resource, record).find((each) => each.id === file);
}

/** The bytes of a file that the caller has uploaded. */
export async function getOwnFile(call: UserCall): Promise<Reply> {
  const { database } = call.services;
  const file = await findOwnFile(
    database.primaryOrReplica,
    call.params['file'] ?? '',
    call.user._id,
  );
  return file ? await answerBlob(call, file) : refuse(problem('S001', 'file'));
}

export const copyBody = z.strictObject({
  title: z
    .string()
    .trim()
    .max(300)
    .check(storable)
    .describe('The title of the copy; an empty text for none.'),
  resource: z.string().optional().describe('The collection of the record that has the file.'),
  record: z
    .string()
    .optional()
    .describe('The `_id` of that record. Absent: the caller has uploaded the file.'),
});

/** The same bytes under a new id with another title: files never change. */
export async function copyOfFile(call: UserCall): Promise<Reply> {
  const parsed = await parseBody(call, copyBody);
  if (isRefusal(parsed)) return parsed;
  const body = parsed.value;
  const { descriptor, params, services, user } = call;
  const of = params['file'] ?? '';
  const resource = descriptor.resources.get(body.resource ?? '');
  const file =
    body.resource === undefined && body.record === undefined
      ? await findOwnFile(services.database, of, user._id)
      : resource && (await findRecordFile(call, resource, body.record, of));
  if (!file) return refuse(problem('S001', 'file'));
  const refused = await checkWaiting(call, user._id, file.size);
  if (refused) return refuse(refused);
  const copy = { id: newId(), of: file.id, title: body.title, createdBy: user._id };
  const copied = await copyFile(services.database, copy);
  return copied ? answer(call, 201, StoredFile, copied) : refuse(problem('S001', 'file'));
}

const MAX_PAGES = 100;

/** The pages of a file of a record that have the words of a search. */
export async function searchPages(call: UserCall, resource: Resource): Promise<Reply> {
  const { services, params } = call;
  const file = await findRecordFile(call, resource, params['id'], params['file']);
  if (!file) return refuse(problem('S001', 'file'));
  const reader = createQueryReader(call.query);
  const query = parseTextQuery(reader.text('q') ?? '');
  const after = Number(reader.cursor(/^\d{1,6}$/) ?? 0);
  const problems = reader.problems();
  if (!query) problems.unshift(problem('Q004', 'q', { expected: 'searchWords' }));
  if (!query || problems.length > 0) return refuseQuery(problems);
  const pages = await findPages(services.database.primaryOrReplica, query, file.sha256, {
    after,
    most: MAX_PAGES + 1,
  });
  const data: FoundText[] = [];
  for (const { page, text } of pages.slice(0, MAX_PAGES)) {
    await yieldToEventLoop();
    const { text: snippet, marks } = toSnippet(text, termsToFind(query));
    data.push({ page, snippet, marks });
  }
  const next = pages.length > MAX_PAGES ? String(requireLast(data).page) : null;
  const isRead = await isTextRead(services.database.primaryOrReplica, file.sha256);
  return answer(call, 200, FilePages, { data, next, isRead });
}
