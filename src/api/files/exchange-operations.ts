import type { Resource } from '../../descriptor/descriptor.ts';
import { encodings } from '../../files/formats/to-utf8.ts';
import { formatNames, formats } from '../../files/formats/formats.ts';
import { importKeys } from '../../files/import/import-keys.ts';
import { importModes, warningsModes } from '../../files/import/import-parts.ts';
import type { Operation, Parameter, Schema } from '../http/operation/operation.ts';
import { referenceForms } from './parse-export.ts';

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
        'Fields, separated by commas, in the order of the columns; `_id` and `_version` always come first.',
      ),
      query(
        '_references',
        { enum: referenceForms, default: 'key' },
        'How references are written: by key, by `_id`, by title, or by key with the title in a column `field._title` beside it.',
      ),
      query(
        '_delimiter',
        { enum: [',', ';', '|', '\t'], default: ',' },
        'What stands between two cells of CSV.',
      ),
      query('_decimal', { enum: ['.', ','], default: '.' }, 'The decimal sign of CSV and TSV.'),
      query(
        '_bom',
        { enum: ['true', 'false'], default: 'false' },
        'Begins CSV and TSV with a byte order mark, by which Excel knows UTF-8.',
      ),
      query(
        'q',
        { type: 'string' },
        'Words that must occur. All filters of the list are taken as well.',
      ),
    ],
    responses: {
      200: {
        description:
          "The file. In CSV and TSV, text a spreadsheet would run as a formula has a `'` in front, which an import takes off. " +
          'XLSX holds at most 1,048,575 records; the others have no limit.',
        headers: {
          'Content-Disposition': {
            description: 'The name of the file.',
            schema: {
              type: 'string',
              examples: [`attachment; filename="${resource.name}-export.json"`],
            },
          },
          'X-Total-Count': {
            description: 'How many records come.',
            schema: { type: 'integer' },
          },
        },
        content: {
          'application/json': {
            schema: { type: 'array', items: { $ref: `#/components/schemas/${resource.name}` } },
          },
          ...Object.fromEntries(
            formatNames
              .filter((name) => name !== 'json')
              .map((name) => [
                formats[name].contentType.split(';')[0],
                { schema: { type: 'string' } },
              ]),
          ),
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
      'A JSON array, NDJSON, CSV, TSV or XLSX, told by content and name. Rows that are right go in, the others are reported (`atomic` makes it all or nothing). ' +
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
        description:
          'At most 2 GB, of XLSX 100 MB; a record at most 1 MB, a table at most 1,000 columns.',
      },
      mode: { enum: importModes, default: 'create' },
      key: {
        type: 'string',
        default: resource.importKey,
        description:
          `What tells which record a row means: ${importKeys(resource).join(', ')}, ` +
          'or several fields together, separated by commas.',
      },
      dryRun: {
        enum: ['true', 'false'],
        default: 'false',
        description: 'Look, and write nothing.',
      },
      atomic: { enum: ['true', 'false'], default: 'false', description: 'All rows, or none.' },
      mapping: {
        type: 'string',
        description:
          'JSON: `{ "column of the file": "field" }`; null leaves the column out. Instead of a name, ' +
          '`{ "field", "split"?, "decimal"?, "date"?, "trim"?, "empty"?, "without"?, "prefix"?, "blank"? }` says how the texts of the column are ' +
          'written: what stands between members of a list, the decimal sign, the pattern of dates (`DD.MM.YYYY` …), whether ' +
          'blanks at the ends count, which text means nothing (`N/A`), which unit stands behind the value and which text before it, and whether an empty ' +
          'cell clears the field (`clear`, the default) or leaves it as it is (`leave`).',
      },
      constants: {
        type: 'string',
        description: 'JSON: `{ "field": "text" }`, what every row gets, as a cell would say it.',
      },
      warnings: {
        enum: warningsModes,
        default: 'import',
        description: 'What becomes of rows that could go in and deserve a look.',
      },
      leaveOut: {
        type: 'string',
        description: 'Rows that do not go in, counted from 1 below the names: `3,5,17-20`.',
      },
      take: {
        type: 'string',
        description:
          'Rows in which the value that was probably meant (`proposed`) is taken instead of what stands there: `all`, or `3,5,17-20`.',
      },
      format: { enum: formatNames, description: 'Where content and name do not tell it.' },
      encoding: { enum: encodings, description: 'Of CSV and TSV, where it was not told rightly.' },
      delimiter: { type: 'string', description: 'What stands between two cells of CSV.' },
      headerRow: {
        type: 'integer',
        minimum: 0,
        default: 1,
        description:
          'The row of a table with the names of its columns; 0: there is none, and they are called `A`, `B` … in `mapping`.',
      },
      firstRow: {
        type: 'integer',
        minimum: 1,
        description: 'The first row of records; the one below the names by default.',
      },
      sheet: {
        type: 'string',
        description: 'Of a workbook; by default the first one that is not hidden.',
      },
    },
  };
}

function query(name: string, schema: Schema, description: string): Parameter {
  return { name, in: 'query', schema, description };
}
