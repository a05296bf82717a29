import type { Resource } from '../../descriptor/descriptor.ts';
import { USERS } from '../../store/system/account.ts';
import { asQuestion, queryRoute, type Route, route, withArgument } from '../http/route.ts';
import { exportChosenOperation, exportOperation } from './export-operation.ts';
import { exportChosen, exportRecords } from './export-records.ts';
import { importKeys } from '../../files/import/import-keys.ts';
import {
  formOfText,
  type TextForm,
  textMembers,
  readTexts,
} from '../../services/import/read-texts.ts';
import type { Operation, Schema } from '../http/operation/operation.ts';
import { once } from '../http/operation/parameters.ts';
import { json, toBodySchema } from '../http/operation/schemas.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { asChangeSet } from '../../services/change-set.ts';
import { importNow } from '../../services/import/import-now.ts';
import { admitImport } from '../../services/import/refuse-import.ts';
import { isRefusal } from '../../services/refusal.ts';
import { answerJson, type Reply } from '../http/answer/answer.ts';
import { limitUpload } from '../http/answer/file-streams.ts';
import { withLongWorkStore, type UserCall } from '../http/call.ts';
import { onlyOnce } from '../http/only-once.ts';
import { receiveUpload, type Upload } from './receive-upload.ts';

/** The routes to export and import the records of a resource. No new record can have the name of one of `routes`. */
export function fileRoutes(resource: Resource): Route[] {
  // A file of all people is what a stolen session is worth most for.
  const proof = resource.name === USERS ? { fresh: true as const } : {};
  return [
    queryRoute(
      `GET ${resource.root}/export`,
      withArgument(exportRecords, resource),
      { needs: { may: 'export', of: resource }, ...proof },
      () => exportOperation(resource),
    ),
    asQuestion(
      queryRoute(
        `POST ${resource.root}/export`,
        withArgument(exportChosen, resource),
        { needs: { may: 'export', of: resource }, ...proof },
        () => exportChosenOperation(resource),
      ),
    ),
    route(
      `POST ${resource.root}/import`,
      withArgument(receiveImport, resource),
      { needs: { may: 'import', of: resource }, takesForm: true },
      () => importOperation(resource),
    ),
  ];
}

function importOperation(resource: Resource): Operation {
  return {
    operationId: `import_${resource.name}`,
    summary: `Import ${resource.name} from a file`,
    description:
      'A JSON array, NDJSON, CSV, TSV or XLSX, detected from the content and the file name; or a ZIP with one of these and with files, whose paths its cells name. Valid rows are imported and the others are reported; with `atomic`, all rows are imported or none. ' +
      'A reference can be the import key of its target or its `_id`, and can point to a later row. ' +
      'A row with a `_version` changes the record only if it still has that version. System fields and read-only fields are ignored.',
    parameters: [once],
    requestBody: {
      required: true,
      content: { 'multipart/form-data': { schema: formOf(resource) } },
    },
    responses: {
      200: json('The result of the import.', { $ref: '#/components/schemas/BulkSummary' }),
    },
    problems: [409, 422],
  };
}

/** What differs between collections, beside what all have alike. */
function formOf(resource: Resource): Schema {
  const key = {
    type: 'string',
    default: resource.importKey.join(),
    description:
      `The field that identifies the record of a row: ${importKeys(resource).join(', ')}, ` +
      'or several fields separated by commas.',
  };
  return { allOf: [anyForm()], properties: { key } };
}

function anyForm(): Schema {
  const file = {
    type: 'string',
    format: 'binary',
    description:
      'At most 2 GB, or 100 MB for XLSX. A record can have at most 1 MB, a table at most 1,000 columns.',
  };
  const { key: _, ...members } = textMembers;
  const properties = Object.entries(members).map(([name, member]) => [
    name,
    toTextSchema(formOfText(name), toBodySchema(member)),
  ]);
  return {
    type: 'object',
    required: ['file'],
    properties: { file, ...Object.fromEntries(properties) },
  };
}

/** The schema of a member that a form has as a text. */
function toTextSchema(form: TextForm, schema: Schema): Schema {
  const description = String(schema['description']);
  if (form === 'plain') return schema;
  if (form === 'switch') return { enum: ['true', 'false'], default: 'false', description };
  const prefix = form === 'json' ? 'JSON: ' : '';
  const how = form === 'json' ? '' : ` Written as \`${form}\`.`;
  return { type: 'string', description: `${prefix}${description}${how}` };
}

/** Imports a file and responds with the result of its rows. */
function receiveImport(call: UserCall, resource: Resource): Promise<Reply> {
  return limitUpload(call, () => importUpload(call, resource));
}

async function importUpload(ordinary: UserCall, resource: Resource): Promise<Reply> {
  const started = await withLongWorkStore(ordinary, 'import');
  const upload = await receiveUpload(started.request, started.services);
  if (isRefusal(upload)) return upload;
  const set = { way: 'import', resource: resource.name, detail: { file: upload.name } } as const;
  try {
    const call = await asChangeSet(started, set);
    const file = { ...upload, open: () => createReadStream(upload.path) };
    const request = await admitImport(call, resource, readTexts(upload.fields), file);
    if (isRefusal(request)) return request;
    const { signal } = call.request;
    const answer = await onlyOnce(call, fingerprint(upload), async (_keep, id) =>
      JSON.stringify(await importNow(call, { resource, request, file: upload, id, signal })),
    );
    return typeof answer === 'string' ? answerJson(call, 200, answer) : answer;
  } finally {
    await upload.remove();
  }
}

function fingerprint({ hash, fields }: Upload): string {
  const sorted = [...fields].sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash('sha256').update(hash).update(JSON.stringify(sorted)).digest('hex');
}
