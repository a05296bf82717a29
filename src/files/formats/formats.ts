/**
 * The forms a file of records can have, by what `?format=` calls them. What is
 * `written` holds one text per cell, or what a spreadsheet makes of it; the others hold JSON values.
 * Those written from arrays need of a record only its values, in the order of the columns.
 */
export const formats = {
  json: {
    extension: 'json',
    contentType: 'application/json; charset=utf-8',
    isTable: false,
    fromArrays: false,
  },
  ndjson: {
    extension: 'ndjson',
    contentType: 'application/x-ndjson',
    isTable: false,
    fromArrays: false,
  },
  csv: {
    extension: 'csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    isTable: true,
    fromArrays: true,
  },
  tsv: {
    extension: 'tsv',
    contentType: 'text/tab-separated-values; charset=utf-8',
    isTable: true,
    fromArrays: true,
  },
  xlsx: {
    extension: 'xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    isTable: true,
    fromArrays: false,
  },
} as const;

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as FormatName[];

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(formats, name);
}

/** What the rows of a file that failed are given back as: as what they were sent, or what opens most easily. */
export function failedFormat(sent: FormatName): 'xlsx' | 'csv' | 'ndjson' {
  if (sent === 'xlsx') return 'xlsx';
  return formats[sent].isTable ? 'csv' : 'ndjson';
}
