import type { App, Resource } from '../../descriptor/descriptor.ts';
import type { TableColumn } from './table-column.ts';
import { createXlsxTemplate, type XlsxTemplate } from './xlsx-template.ts';

/** A workbook for records of the resource, with a sheet that says what its columns are. */
export function createWorkbookTemplate(
  app: App,
  resource: Resource,
  columns: readonly TableColumn[],
): Promise<XlsxTemplate> {
  return createXlsxTemplate(resource.name, columns, {
    title: 'Fields',
    headings: ['name', 'type', 'required', ...app.languages.flatMap(headingsIn)],
    explain: (column) => explain(column, app.languages),
  });
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
