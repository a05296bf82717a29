import type { Resource } from '../../descriptor/descriptor.ts';
import type { InlineList } from '../../descriptor/inline-lists.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import { cellWrites, possibleWrites } from '../../files/import/cell-writes.ts';
import type { MappedColumn } from '../../files/import/import-parts.ts';
import { findListField } from '../../files/import/list-columns.ts';
import { filedPath } from '../../files/import/row-columns.ts';

/** Whether the cells of a column can do to its field what the mapping asks for. */
export function checkWrite(
  resource: Resource,
  lists: readonly InlineList[],
  { field: path, write }: MappedColumn,
  column: string,
): Problem[] {
  if (write === undefined || !cellWrites.includes(write)) return [];
  const find = (name: string) => resource.fields.get(name) ?? findListField(lists, name)?.field;
  const field = find(path) ?? find(filedPath(path) ?? '');
  const possible = possibleWrites(field);
  if (possible.includes(write)) return [];
  const params = { value: write, field: path, expected: possible.join(', ') };
  return [problem('I078', `mapping.${column}.write`, params)];
}
