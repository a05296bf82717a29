import { z } from 'zod';
import { MAX_IDS } from '../../../contract/bulk.ts';
import { BulkSummary } from '../../../contract/summary.ts';
import { Erased, Trash, type TrashedRecord } from '../../../contract/past.ts';
import { type Resource, systemFields } from '../../../descriptor/descriptor.ts';
import { isRecordId } from '../../../descriptor/rules/record-check.ts';
import { textIn } from '../../../fields/problems/localized-text.ts';
import type { Operation } from '../../http/operation/operation.ts';
import { changeHeaders, cursorPaging } from '../../http/operation/parameters.ts';
import { json, jsonBody, partOf } from '../../http/operation/schemas.ts';
import {
  onceRoute,
  queryRoute,
  type Right,
  type Route,
  route,
  withArgument,
  withProofOfUsers,
} from '../../http/route.ts';
import { emptyTrash } from '../../../services/records/empty-trash.ts';
import { eraseRecord } from '../../../services/records/erase-record.ts';
import { isRefusal, refuseAs, refuse } from '../../../services/refusal.ts';
import { answer, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { parseBody } from '../../http/json-body.ts';
import { restoreBody, restoreTrash } from './restore-trash.ts';
import { requireEntry, requireItem } from '../../../fields/require-entry.ts';
import { emptyOf } from '../../../descriptor/field-check.ts';
import { keyNameOf } from '../../../services/key-name.ts';
import { readPastTitles } from '../past-titles.ts';
import { readableFields } from '../../../descriptor/access.ts';
import {
  listTrash as readTrash,
  type TrashedRow,
} from '../../../store/records/query/trash-list.ts';
import type { StoredRecord } from '../../../store/store.ts';
import { createQueryReader } from '../../http/query-reader.ts';

const eraseBody = z.strictObject({
  fields: z
    .array(z.string())
    .min(1)
    .max(1_000)
    .optional()
    .describe('The fields. Default: all, which also removes a deleted record from the trash.'),
});

const emptyBody = z.union(
  [
    z.strictObject({
      ids: z.array(z.string()).min(1).max(MAX_IDS).describe('The records, by `_id`.'),
    }),
    z.strictObject({
      all: z.literal(true).describe('All records in the trash that your role may delete.'),
    }),
  ],
  { error: 'ids, or all: true' },
);

const SOME_ID = '0199c1a0-0000-7000-8000-000000000001';

/**
 * The routes of the trash. A resource whose descriptor keeps none has them too: what was deleted before
 * that was declared leaves the trash only with the next clean-up, and until then can still be restored.
 */
export function trashRoutes(resource: Resource): Route[] {
  const { root, name, label } = resource;
  const called = textIn(label, 'en');
  const deleting: Right = { may: 'delete', of: resource };
  const restoring: Right = { ...deleting, and: [{ may: 'restore', of: resource }] };
  return [
    queryRoute(`GET ${root}/trash`, withArgument(listTrash, resource), deleting, () => ({
      operationId: `${name}.trash`,
      summary: `List the trash of ${called}`,
      description:
        'The deleted records that can still be restored, most recently deleted first, as they were when they were deleted. Limited to the records that your role could see then.',
      parameters: [...cursorPaging],
      responses: { 200: json('A page of deleted records', Trash, partOf(resource)) },
    })),
    withProofOfUsers(
      resource,
      onceRoute(
        `POST ${root}/trash/restore`,
        withArgument(restoreTrash, resource),
        restoring,
        () => ({
          operationId: `${name}.restoreTrash`,
          summary: `Restore deleted records of ${called}`,
          description:
            'The records get their `_id` and the time and author of their creation back, and pass the same checks as new ones. A record fails if somebody has taken its `_id` or a unique value (11000), or if a record that it refers to no longer exists (V014); the others are restored. Records of one request may refer to each other. The records form one change set.',
          parameters: [...changeHeaders],
          requestBody: jsonBody(restoreBody, { ids: [SOME_ID], dryRun: true }),
          responses: {
            200: json('The summary; `created` counts the restored records', BulkSummary),
          },
        }),
      ),
    ),
    route(
      `DELETE ${root}/trash`,
      withArgument(answerEmptied, resource),
      { needs: deleting, fresh: true },
      () => ({
        operationId: `${name}.emptyTrash`,
        summary: `Empty the trash of ${called}`,
        description:
          'The records can no longer be restored. Their history stays until it is removed or erased itself.',
        requestBody: jsonBody(emptyBody, { ids: [SOME_ID] }),
        responses: { 200: json('The summary', BulkSummary) },
      }),
    ),
    withProofOfUsers(
      resource,
      route(`POST ${root}/:id/erase`, withArgument(answerErase, resource), 'admin', () =>
        eraseOperation(resource, called),
      ),
    ),
  ];
}

async function answerErase(call: UserCall, resource: Resource): Promise<Reply> {
  const { id } = call.params;
  if (!isRecordId(id)) return refuseAs('S001');
  const body = await parseBody(call, eraseBody);
  if (isRefusal(body)) return body;
  const { fields } = body.value;
  const erased = await eraseRecord(call, { resource, id, fields });
  return isRefusal(erased) ? erased : answer(call, 200, Erased, erased);
}

function eraseOperation(resource: Resource, called: string): Operation {
  const { name } = resource;
  return {
    operationId: `${name}.erase`,
    summary: `Erase earlier values of a record of ${called}`,
    description:
      'Removes the values of these fields from the history of the record, and so from the trash, from change sets and from what can be undone or restored; from merges; and from stored answers. The stored files of imports and exports of the collection, and of collections that refer to it, are deleted. The present values of the record stay: empty the fields first if they should go too. The audit log says that something was erased. Rejected with 409 while such an import or export runs.',
    requestBody: jsonBody(eraseBody, { fields: [...resource.fields.keys()].slice(0, 1) }),
    responses: { 200: json('What was erased', Erased) },
    problems: [409],
  };
}

/** Lets go of deleted records for good. */
async function answerEmptied(call: UserCall, resource: Resource): Promise<Reply> {
  const body = await parseBody(call, emptyBody);
  if (isRefusal(body)) return body;
  const ids = 'ids' in body.value ? body.value.ids : undefined;
  return answer(call, 200, BulkSummary, await emptyTrash(call, resource, ids));
}

/** Lists the deleted records that can still be restored, of those the caller could see. */
async function listTrash(call: UserCall, resource: Resource): Promise<Reply> {
  const reader = createQueryReader(call.query);
  const page = { after: reader.cursor(/^\d{1,18}$/), perPage: reader.perPage() };
  const problems = reader.problems();
  if (problems.length > 0) return refuse(problems);
  const see = call.restriction?.rowsOf(resource)?.see;
  const { database, store } = call.services;
  const { rows, total, next } = await readTrash(database.primaryOrReplica, store, resource, {
    ...page,
    resources: call.descriptor.resources,
    see,
  });
  const names = readableFields(call.descriptor, call.role, resource);
  const seen = rows.map((row) => ({ ...row, record: toVisible(resource, row.record, names) }));
  const moments = seen.map(({ seq, record }) => ({ seq, values: Object.entries(record) }));
  const titles = await readPastTitles(call, resource, moments);
  const data = seen.map((row, at): TrashedRecord => toTrashed(call, row, requireItem(titles, at)));
  return answer(call, 200, Trash, { data, total, next, days: resource.trash.days });
}

/** The fields as they are declared today; one added since is empty. Computed values are not known any more. */
function toVisible(
  { fields }: Resource,
  record: StoredRecord,
  names: readonly string[],
): StoredRecord {
  const own = names.map((name) => requireEntry(fields, name)).filter(({ computed }) => !computed);
  return Object.fromEntries([
    ...systemFields.map((name) => [name, record[name]]),
    ...own.map((field) => [field.name, record[field.name] ?? emptyOf(field)]),
  ]) as StoredRecord;
}

function toTrashed(call: UserCall, row: TrashedRow, titles: Record<string, string>): TrashedRecord {
  const { record, deletedAt, deletedBy, way, changeSet, key, until } = row;
  return {
    _id: record._id,
    record,
    deletedAt: new Date(deletedAt).toISOString(),
    deletedBy,
    way,
    changeSet,
    ...keyNameOf(call, key),
    until: new Date(until).toISOString(),
    titles,
  };
}
