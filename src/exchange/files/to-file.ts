import type { App, Resource } from '../../descriptor/descriptor.ts';
import type { FormatName } from '../formats.ts';
import { toJsonFile, toNdjsonFile } from '../json-file.ts';
import { toCsvFile, type CsvStyle } from './csv-file.ts';
import { toTableColumns, type TableColumn } from './table-column.ts';
import { toXlsxFile } from './xlsx-file.ts';
import { createXlsxTemplate } from './xlsx-template.ts';

export type FileToWrite = {
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
  json: ({ batches }) => toJsonFile(batches),
  ndjson: ({ batches }) => toNdjsonFile(batches),
  csv: ({ batches, resource, names, csv }) =>
    toCsvFile(batches, toTableColumns(resource, names), csv),
  tsv: ({ batches, resource, names, csv }) =>
    toCsvFile(batches, toTableColumns(resource, names), { ...csv, delimiter: '\t' }),
  xlsx: toWorkbook,
};

async function* toWorkbook({
  app,
  resource,
  batches,
  names,
}: FileToWrite): AsyncGenerator<Uint8Array> {
  const columns = toTableColumns(resource, names);
  const template = await createXlsxTemplate(resource.name, columns, {
    title: 'Fields',
    headings: ['name', 'type', 'required', ...app.languages.flatMap(headingsIn)],
    explain: (column) => explain(column, app.languages),
  });
  yield* toXlsxFile(batches, columns, template);
}

function headingsIn(language: string): string[] {
  return [`label (${language})`, `help (${language})`];
}

function explain({ name, field }: TableColumn, languages: readonly string[]): string[] {
  const texts = languages.flatMap((language) => [
    field?.label[language] ?? '',
    field?.help?.[language] ?? '',
  ]);
  return [name, field?.type ?? '', field?.required ? 'yes' : '', ...texts];
}
