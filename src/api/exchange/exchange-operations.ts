import type { Resource } from '../../descriptor/descriptor.ts';
import { formatNames } from '../../exchange/formats.ts';
import { importKeys } from '../../exchange/import-keys.ts';
import { importModes } from '../../exchange/import-parts.ts';
import type { Operation, Parameter, Schema } from '../openapi/operation.ts';

export function exportOperation(resource: Resource): Operation {
  return {
    operationId: `export_${resource.name}`,
    summary: `Export ${resource.name} as a file`,
    description:
      'Every record that matches, streamed; takes the filters of the list, but not its pages. ' +
      'A reference is written as the import key of its target where the caller may read that, else as `_id`. ' +
      'Importing an export changes nothing.',
    tags: [resource.name],
    parameters: [
      query('format', { enum: formatNames, default: 'json' }, 'The form of the file.'),
      query('_sort', { type: 'string' }, 'As in the list.'),
      query(
        '_fields',
        { type: 'string' },
        'Fields, separated by commas; `_id` and `_version` always come.',
      ),
      query('_references', { enum: ['key', '_id'], default: 'key' }, 'How references are written.'),
      query(
        'q',
        { type: 'string' },
        'Words that must occur. All filters of the list are taken as well.',
      ),
    ],
    responses: {
      200: {
        description: 'An array of records.',
        headers: {
          'Content-Disposition': {
            description: 'The name of the file.',
            schema: { const: `attachment; filename="${resource.name}-export.json"` },
          },
        },
        content: {
          'application/json': {
            schema: { type: 'array', items: { $ref: `#/components/schemas/${resource.name}` } },
          },
        },
      },
    },
  };
}

export function importOperation(resource: Resource): Operation {
  return {
    operationId: `import_${resource.name}`,
    summary: `Import ${resource.name} from a file`,
    description:
      'A JSON array, or NDJSON. Rows that are right go in, the others are reported (`atomic` makes it all or nothing). ' +
      'A reference may be the import key of its target or its `_id`; rows may refer to later rows. ' +
      'A row that brings `_version` only changes the record while it is of that version. Stamps and read-only fields are not taken.',
    tags: [resource.name],
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        description:
          'A repeated request is answered with the summary of the first, and imports nothing.',
        schema: { type: 'string', maxLength: 255 },
      },
    ],
    requestBody: {
      required: true,
      content: { 'multipart/form-data': { schema: formOf(resource) } },
    },
    responses: {
      200: {
        description: 'What became of the rows.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/BulkSummary' } } },
      },
    },
    problems: [408, 409, 413, 415, 422],
  };
}

function formOf(resource: Resource): Schema {
  return {
    type: 'object',
    required: ['file'],
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        description: 'At most 2 GB; a record at most 1 MB.',
      },
      mode: { enum: importModes, default: 'create' },
      key: {
        enum: importKeys(resource),
        default: resource.importKey,
        description: 'The field that tells which record a row means.',
      },
      dryRun: {
        enum: ['true', 'false'],
        default: 'false',
        description: 'Look, and write nothing.',
      },
      atomic: { enum: ['true', 'false'], default: 'false', description: 'All rows, or none.' },
      mapping: {
        type: 'string',
        description: 'JSON: `{ "column of the file": "field" }`; null leaves the column out.',
      },
    },
  };
}

function query(name: string, schema: Schema, description: string): Parameter {
  return { name, in: 'query', schema, description };
}
