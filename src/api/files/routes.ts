import type { Resource } from '../../descriptor/descriptor.ts';
import { USERS } from '../../store/system/account.ts';
import { queryRoute, type Route, route, withArgument } from '../http/route.ts';
import { exportChosenOperation, exportOperation } from './export-operation.ts';
import { exportChosen, exportRecords } from './export-records.ts';
import { receiveImport } from './import-records.ts';
import { importKeys } from '../../files/import/import-keys.ts';
import { formOfText, type TextForm, textMembers } from '../../services/import/read-texts.ts';
import type { Operation, Schema } from '../http/operation/operation.ts';
import { once } from '../http/operation/parameters.ts';
import { json, toBodySchema } from '../http/operation/schemas.ts';

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
    queryRoute(
      `POST ${resource.root}/export`,
      withArgument(exportChosen, resource),
      { needs: { may: 'export', of: resource }, ...proof },
      () => exportChosenOperation(resource),
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
    default: resource.importKey,
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
