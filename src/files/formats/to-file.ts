import type { App, Resource } from '../../descriptor/descriptor.ts';
import type { FormatName } from './formats.ts';
import { jsonStyles, toJsonFile } from './json-file.ts';
import { toCsvFile, type CsvStyle } from './csv-file.ts';
import { toTableColumns } from './table-column.ts';
import { createWorkbookTemplate } from './xlsx-template.ts';
import { toXlsxFile } from './xlsx-file.ts';

type FileToWrite = {
  app: App;
  resource: Resource;
  /** Texts of records, in JSON, with these names. */
  batches: AsyncIterable<readonly string[]>;
  names: readonly string[];
  csv: CsvStyle;
};

/** The records as a file of the format, piece by piece. */
export function toFile(format: FormatName, file: FileToWrite): AsyncGenerator<string | Uint8Array> {
  return writers[format](file);
}

const writers: Record<FormatName, (file: FileToWrite) => AsyncGenerator<string | Uint8Array>> = {
  json: ({ batches }) => toJsonFile(batches, jsonStyles.json),
  ndjson: ({ batches }) => toJsonFile(batches, jsonStyles.ndjson),
  csv: ({ batches, resource, names, csv }) =>
    toCsvFile(batches, toTableColumns(resource, names), csv),
  tsv: ({ batches, resource, names, csv }) =>
    toCsvFile(batches, toTableColumns(resource, names), { ...csv, delimiter: '\t' }),
  xlsx: toWorkbook,
};

async function* toWorkbook(file: FileToWrite): AsyncGenerator<Uint8Array> {
  const columns = toTableColumns(file.resource, file.names);
  const template = await createWorkbookTemplate(file.app, file.resource, columns);
  yield* toXlsxFile(file.batches, columns, template);
}
