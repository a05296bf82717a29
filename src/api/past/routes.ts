import { PastRecord, RecordHistory } from '../../contract/past.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { fileFields } from '../../descriptor/file-fields.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import type { Operation, Parameter, Schema } from '../http/operation/operation.ts';
import { etag, id, ifMatch, query } from '../http/operation/parameters.ts';
import { json, jsonBody, recordOf } from '../http/operation/schemas.ts';
import { blobAnswers, blobParameters, fileId } from '../http/operation/blobs.ts';
import {
  onceRoute,
  type Route,
  route,
  queryRoute,
  withArgument,
  withProofOfUsers,
} from '../http/route.ts';
import { historyPage, listVersions } from './list-history.ts';
import { getVersion } from './read-version.ts';
import { restoreBody, restoreVersion } from './restore-version.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { findPastFile } from '../../store/system/past/past-files.ts';
import { answerBlob } from '../http/answer/answer-blob.ts';
import type { UserCall } from '../http/call.ts';
import { problem } from '../../fields/problems/problem.ts';
import { refuse } from '../../services/refusal.ts';
import type { Reply } from '../http/answer/answer.ts';
import { pastFields } from './to-version.ts';
import { findVisible } from './visible-versions.ts';

/** The routes of the past of a collection's records. */
export function pastRoutes(resource: Resource): Route[] {
  const { root } = resource;
  const say = pastOperations(resource);
  // Somebody who may not see the records may not see what they were either.
  const seeing = {
    may: 'history',
    of: resource,
    and: [{ may: ['list', 'read'], of: resource }],
  } as const;
  const restoring = {
    may: 'restore',
    of: resource,
    and: [{ may: 'update', of: resource }],
  } as const;
  return [
    queryRoute(
      `GET ${root}/:id/history`,
      withArgument(listVersions, resource),
      seeing,
      say.history,
    ),
    route(
      `GET ${root}/:id/history/:version`,
      withArgument(getVersion, resource),
      seeing,
      say.version,
    ),
    ...(fileFields(resource).length === 0
      ? []
      : [
          queryRoute(
            `GET ${root}/:id/history/files/:file`,
            withArgument(getPastFile, resource),
            { needs: seeing, takesLink: true },
            say.file,
          ),
        ]),
    withProofOfUsers(
      resource,
      onceRoute(
        `POST ${root}/:id/restore`,
        withArgument(restoreVersion, resource),
        restoring,
        say.restore,
      ),
    ),
  ];
}

const text: Schema = { type: 'string' };

const version: Parameter = {
  name: 'version',
  in: 'path',
  required: true,
  schema: { type: 'integer', minimum: 1 },
};

const historyParameters: readonly Parameter[] = [
  id,
  query('field', text, 'Only versions that changed one of these fields, separated by commas.'),
  query('by', text, 'Only versions by these users: their `_id`s, separated by commas.'),
  query('from', text, 'A date, or a date and time (RFC 3339).', '2026-11-01'),
  query('to', text, 'A date (inclusive), or a date and time (RFC 3339).', '2026-11-21T09:30:00Z'),
  query('_perPage', {
    type: 'integer',
    minimum: 1,
    maximum: historyPage.most,
    default: historyPage.usual,
  }),
  query('_after', text, '`next` from the previous response.'),
];

function pastOperations(resource: Resource) {
  const { name, label } = resource;
  const of = textIn(label, 'en');
  return {
    history: (): Operation => ({
      operationId: `${name}.history`,
      summary: `List the versions of a record of ${of}`,
      description:
        'Newest first, each with the fields that it changed; also of a deleted or merged record. Versions that your role may not see are left out, so a page may be shorter than asked for; the end is where `next` is null. With `field`, it tells who set a value, when, and what it was before.',
      parameters: historyParameters,
      responses: { 200: json('A page of versions', RecordHistory) },
    }),

    version: (): Operation => ({
      operationId: `${name}.version`,
      summary: `Get a record of ${of} as it was`,
      description:
        'The record in one of its versions, without computed fields. For a deletion, the record as it was deleted.',
      parameters: [version],
      responses: { 200: json('The record in that version', PastRecord) },
    }),

    file: (): Operation => ({
      operationId: `${name}.pastFile`,
      summary: `Get a file that a record of ${of} has or had`,
      parameters: [fileId, ...blobParameters],
      responses: blobAnswers,
      problems: [416],
    }),

    restore: (): Operation => ({
      operationId: `${name}.restore`,
      summary: `Restore a version of a record of ${of}`,
      description:
        'Gives the record the values of an earlier version, or only those of some fields, by an ordinary update that today’s rules check. If a value cannot be restored, because it was erased, does not fit any more, is taken or may not be written by your role, the answer is 409 with all such fields, and nothing changes; then restore the others with `fields`.',
      parameters: [ifMatch(true)],
      requestBody: jsonBody(restoreBody, { version: 1 }),
      responses: {
        200: { ...json('The record', recordOf(resource)), headers: etag },
      },
      problems: [412, 428],
    }),
  };
}

/** The bytes of a file that a version of the record has, if the caller may see that version. */
async function getPastFile(call: UserCall, resource: Resource): Promise<Reply> {
  const { id: record, file = '' } = call.params;
  const match = isRecordId(record)
    ? await findPastFile(
        call.services.database.primaryOrReplica,
        { resource: resource.name, id: record },
        file,
        pastFields(call, resource),
      )
    : undefined;
  const visible = match && (await findVisible(call, resource, record!, match.rows));
  if (!match || !visible?.length) return refuse(problem('S001', 'file'));
  return await answerBlob(call, match.file);
}
