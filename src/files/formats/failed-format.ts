import { formats, type FormatName } from './formats.ts';

/** What the rows of a file that failed are given back as: as what they were sent, or what opens most easily. */
export function failedFormat(sent: FormatName): 'xlsx' | 'csv' | 'ndjson' {
  if (sent === 'xlsx') return 'xlsx';
  return formats[sent].isTable ? 'csv' : 'ndjson';
}
