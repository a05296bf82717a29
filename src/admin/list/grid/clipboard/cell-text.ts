import type { QueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';
import type { Descriptor, Resource } from '../../../../descriptor/descriptor.ts';
import { displayTitle } from '../../../../descriptor/title.ts';
import type { Field } from '../../../../fields/field.ts';
import type { RecordProvider } from '../../../client/data-provider.ts';

/** What is needed to read and write the texts of cells. */
type TextParts = { descriptor: Descriptor; queries: QueryClient; provider: RecordProvider };

/** The text of a cell outside the grid: as in files; references use the name that files give a record. */
export function textOfCell({ descriptor, queries }: TextParts, field: Field, value: unknown) {
  if (value === null || value === undefined) return '';
  const relation = field.kind.relation?.(field.settings);
  const target = relation && descriptor.resources.get(relation.to);
  if (!target) return field.kind.text.write(value, field.settings);
  return ([value].flat() as string[])
    .map((id) => {
      const known = queries.getQueryData<readonly RaRecord[]>([
        target.name,
        'getMany',
        { ids: [id] },
      ]);
      return known?.[0] ? nameOf(target, known[0]) : id;
    })
    .join(', ');
}

/** The name files give a record; its title if they have none. */
function nameOf(target: Resource, record: RaRecord): string {
  const key: unknown = record[target.importKey];
  const field = target.fields.get(target.importKey);
  if (!field || key === null || key === undefined) return displayTitle(target, record);
  return field.kind.text.write(key, field.settings);
}

/** Texts in rows and columns. */
export type TextTable = readonly (readonly string[])[];

/** The format in which Excel, LibreOffice and Google Sheets use the clipboard: tabs between cells, quotes as needed. */
export function toTsv(block: TextTable): string {
  return block
    .map((row) =>
      row
        .map((cell) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join('\t'),
    )
    .join('\n');
}

export function fromTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let rest = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  for (;;) {
    // A quote in the middle of a cell is literal; only one at the start opens a quoted cell.
    const quoted = /^"((?:[^"]|"")*)"(?=\t|\n|$)/.exec(rest);
    const cell = quoted ? quoted[0] : /^[^\t\n]*/.exec(rest)![0];
    row.push(quoted ? quoted[1]!.replaceAll('""', '"') : cell);
    const separator = rest[cell.length];
    rest = rest.slice(cell.length + 1);
    if (separator === '\t') continue;
    rows.push(row);
    row = [];
    if (separator === undefined) return rows;
  }
}

/** A Markdown table: the head, and the cells between bars. */
export function toMarkdown(head: readonly string[], block: TextTable): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...block.map(line)].join('\n');
}

const OWN_TABLE = '<table data-backoffice>';

/** Whether the table was copied from here. Browsers may write the attribute out in full. */
export function isCopiedFromGrid(html: string): boolean {
  return html.includes('<table data-backoffice');
}

/** For programs that paste tables with their formatting. */
export function toHtml(block: TextTable): string {
  const rows = block.map(
    (row) => `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`,
  );
  return `${OWN_TABLE}${rows.join('')}</table>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
}
