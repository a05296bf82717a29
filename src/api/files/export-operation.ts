import type { Resource } from '../../descriptor/descriptor.ts';
import { formatNames, formats } from '../../files/formats/formats.ts';
import type { Operation, Parameter } from '../http/operation/operation.ts';
import { asOfParameter, filterParameters, query } from '../http/operation/parameters.ts';
import { jsonBody } from '../http/operation/schemas.ts';
import { chosenBody } from './export-records.ts';
import { referenceForms } from '../../services/export/export-request.ts';

/** The parameters of an export. */
function exportParameters(resource: Resource): Parameter[] {
  return [
    query(
      'format',
      { enum: formatNames, default: 'json' },
      "The format of the file. Importing it unchanged changes nothing. In CSV and TSV, text that a spreadsheet would run as a formula starts with a `'`, which an import removes. XLSX is limited to 1,048,575 records; the other formats have no limit.",
    ),
    query('_sort', { type: 'string' }, 'The order, as in the list.'),
    query(
      '_fields',
      { type: 'string' },
      'The fields in column order, separated by commas; `_id` and `_version` always come first.',
    ),
    query(
      '_references',
      { enum: referenceForms, default: 'key' },
      'How to write references: by the import key of the target (its `_id` if the caller may not read that key), by `_id`, by title, or by key with the title in an extra column `field._title`.',
    ),
    query(
      '_children',
      { type: 'string' },
      'Inline child lists, separated by commas, whose records a table has too: a record then takes one row for each of them, with columns such as `orderLines.quantity`. References in these columns are written by key, or with `_references=_id` by `_id`.',
    ),
    query(
      '_files',
      { enum: ['true', 'false'], default: 'false' },
      'Answers with a ZIP: the file, with a further column such as `document.path` for each field with files, and the files under `files/`. An import accepts it as it is.',
    ),
    query(
      '_delimiter',
      { enum: [',', ';', '|', '\t'], default: ',' },
      'The character between two cells in CSV.',
    ),
    query('_decimal', { enum: ['.', ','], default: '.' }, 'Decimal separator in CSV and TSV'),
    query(
      '_bom',
      { enum: ['true', 'false'], default: 'false' },
      'Adds a byte order mark to CSV and TSV, so that Excel recognises UTF-8.',
    ),
    asOfParameter,
    ...filterParameters(resource),
  ];
}

/** The OpenAPI operation of an export of all matching records. */
export function exportOperation(resource: Resource): Operation {
  return {
    operationId: `export_${resource.name}`,
    summary: `Export ${resource.name} as a file`,
    parameters: exportParameters(resource),
    responses: {
      200: {
        description: 'The file.',
        headers: {
          'Content-Disposition': {
            description: 'The name of the file.',
            schema: {
              type: 'string',
              examples: ['attachment; filename="books-export.json"'],
            },
          },
          'X-Total-Count': { description: 'The number of records.', schema: { type: 'integer' } },
          'X-File-Count': {
            description:
              'With `_files=true`: the number of files. `HEAD` returns it without the ZIP.',
            schema: { type: 'integer' },
          },
          'X-File-Bytes': {
            description: 'With `_files=true`: the bytes of the files.',
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
          'application/zip': { schema: { type: 'string', format: 'binary' } },
        },
      },
    },
  };
}

/** The OpenAPI operation of an export of selected records. */
export function exportChosenOperation(resource: Resource): Operation {
  return {
    ...exportOperation(resource),
    operationId: `exportChosen_${resource.name}`,
    summary: `Export selected ${resource.name} as a file`,
    description:
      'Exports the given records in the same way as `GET` exports all matching ones. Unknown IDs are skipped.',
    requestBody: jsonBody(chosenBody),
  };
}
