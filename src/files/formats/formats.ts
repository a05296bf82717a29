/**
 * The formats of a file of records, named as in `?format=`. A table (`isTable`) has
 * one text per cell, or what a spreadsheet makes of it; the others have JSON values.
 * Those with `fromArrays` need only the values of a record, in column order.
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

/** Whether a file of this name has a record on each line. */
export function isNamedLines(name: string): boolean {
  return /\.(ndjson|jsonl)$/i.test(name);
}

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(formats, name);
}

/** The format of returned failed rows: the one in which they were sent, or the one that opens most easily. */
export function failedFormat(sent: FormatName): 'xlsx' | 'csv' | 'ndjson' {
  if (sent === 'xlsx') return 'xlsx';
  return formats[sent].isTable ? 'csv' : 'ndjson';
}
