import type { Resource } from '../../descriptor/descriptor.ts';
import { USERS } from '../../store/system/account.ts';
import type { UserCall } from '../http/call.ts';
import { queryRoute, type Route, route, withArgument } from '../http/route.ts';
import { exportChosenOperation, exportOperation } from './export-operation.ts';
import { exportChosen, exportRecords } from './export-records.ts';
import { receiveImport } from './import-records.ts';
import { encodings } from '../../files/formats/encodings.ts';
import { furtherCells } from '../../files/formats/file-layout.ts';
import { formatNames } from '../../files/formats/formats.ts';
import { importKeys } from '../../files/import/import-keys.ts';
import { importModes, warningsModes } from '../../files/import/import-parts.ts';
import type { Operation, Schema } from '../http/operation/operation.ts';
import { json } from '../http/operation/schemas.ts';

/** The routes to export and import the records of a resource. No new record can have the name of one of `routes`. */
export function fileRoutes(resource: Resource, routes: () => readonly Route[]): Route[] {
  // A file of all people is what a stolen session is worth most for.
  const proof = resource.name === USERS ? { fresh: true as const } : {};
  return [
    {
      ...queryRoute(
        'GET',
        `${resource.root}/export`,
        withArgument(exportRecords, resource),
        { may: 'export', of: resource },
        () => exportOperation(resource),
      ),
      ...proof,
    },
    {
      ...queryRoute(
        'POST',
        `${resource.root}/export`,
        withArgument(exportChosen, resource),
        { may: 'export', of: resource },
        () => exportChosenOperation(resource),
      ),
      ...proof,
    },
    {
      ...route(
        'POST',
        `${resource.root}/import`,
        (call: UserCall) => receiveImport(call, resource, routes),
        { may: 'import', of: resource },
        () => importOperation(resource),
      ),
      takesForm: true,
    },
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
    tags: [resource.name],
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        description: 'A repeated request gets the first response again and imports nothing.',
        schema: { type: 'string', maxLength: 255 },
      },
    ],
    requestBody: {
      required: true,
      content: { 'multipart/form-data': { schema: formOf(resource) } },
    },
    responses: {
      200: json('The result of the import.', { $ref: '#/components/schemas/BulkSummary' }),
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
          'At most 2 GB, or 100 MB for XLSX. A record can have at most 1 MB, a table at most 1,000 columns.',
      },
      mode: { enum: importModes, default: 'create' },
      key: {
        type: 'string',
        default: resource.importKey,
        description:
          `The field that identifies the record of a row: ${importKeys(resource).join(', ')}, ` +
          'or several fields separated by commas.',
      },
      dryRun: {
        enum: ['true', 'false'],
        default: 'false',
        description: 'Returns the result without writing anything.',
      },
      atomic: {
        enum: ['true', 'false'],
        default: 'false',
        description: 'Imports all rows or none.',
      },
      missing: {
        type: 'string',
        description:
          'JSON: `{ "where": { … }, "set"?: { "field": "text" } }`; lists the records that match `where` and that the file ' +
          'lacks, and sets these values in them. Nothing is set if a row fails or is left out.',
      },
      mapping: {
        type: 'string',
        description:
          'JSON: `{ "column of the file": "field" }`; null leaves a column out. Instead of a field name, ' +
          '`{ "field", "split"?, "decimal"?, "date"?, "trim"?, "empty"?, "without"?, "prefix"?, "blank"?, "write"? }` describes how the column is ' +
          'written: the separator in lists, the decimal separator, the date pattern (`DD.MM.YYYY` …), whether to ' +
          'remove spaces at both ends, the text to treat as empty (`N/A`), the unit to remove, the prefix to remove, and whether an empty ' +
          'cell clears the field (`clear`, the default) or leaves it unchanged (`leave`). `write` says which value wins: `replace` (the default), ' +
          '`fill` for empty fields only, `add` and `remove` for lists.',
      },
      constants: {
        type: 'string',
        description:
          'JSON: `{ "field": "text" }`; the same value for every row, written as in a cell.',
      },
      steps: {
        type: 'string',
        description:
          'JSON: `[{ "do": "trim", "column": "CAS" }]`; what happens to the cells before they are read as fields, in this order. ' +
          'A job takes the same steps, which its description has as a schema.',
      },
      cells: {
        type: 'string',
        description:
          'JSON: `{ "17": { "CAS": "80-05-7", "Year": null } }`; cells of the file to mend, by row and column. ' +
          'Null takes the row without the cell.',
      },
      warnings: {
        enum: warningsModes,
        default: 'import',
        description: 'What to do with valid rows that have warnings.',
      },
      leaveOut: {
        type: 'string',
        description: 'Rows to leave out, numbered from 1 below the column names: `3,5,17-20`.',
      },
      take: {
        type: 'string',
        description:
          'Rows in which to use the proposed value (`proposed`) instead of the one in the file: `all`, or `3,5,17-20`.',
      },
      format: { enum: formatNames, description: 'The format, if it is not detected correctly.' },
      encoding: {
        enum: encodings,
        description: 'The encoding of CSV or TSV, if it is not detected correctly.',
      },
      isGuessed: {
        enum: ['true', 'false'],
        default: 'false',
        description:
          'Whether `encoding` is only what the server has detected, so that rows whose letters may be wrong have warnings.',
      },
      delimiter: { type: 'string', description: 'The character between two cells in CSV.' },
      headerRow: {
        type: 'integer',
        minimum: 0,
        default: 1,
        description:
          'The row that contains the column names. 0: there is none, and `mapping` calls the columns `A`, `B` ….',
      },
      further: {
        enum: ['refuse', ...furtherCells],
        default: 'refuse',
        description:
          'Cells beyond the last column name: a problem of their row, left out (`leaveOut`), or columns of their own (`columns`).',
      },
      firstRow: {
        type: 'integer',
        minimum: 1,
        description: 'The first row with data. Default: the row below the column names.',
      },
      sheet: {
        type: 'string',
        description: 'The sheet of a workbook. Default: the first visible sheet.',
      },
      path: {
        type: 'string',
        description:
          'Where a JSON object has its records: `results`, `data.items`, `*` for its members, `.` for itself. Default: its first list of objects.',
      },
    },
  };
}
