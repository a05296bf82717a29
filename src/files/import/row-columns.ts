import { mayRead, referenceKey, writableFields } from '../../descriptor/access.ts';
import { systemFields, type Resource } from '../../descriptor/descriptor.ts';
import { suggestHint } from '../../descriptor/suggest.ts';
import type { Field } from '../../fields/field.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import type { Conversion } from '../formats/conversion.ts';
import type { ColumnMapping, ImportParts } from './import-parts.ts';

/** The column in which a file of rows that failed says why; it is no field, and no problem either. */
export const PROBLEMS = '_problems';

/** Of the columns in which an export says what a reference is called, beside its key; an import has no need of them. */
export const TITLE_SUFFIX = '._title';

export type Reading = Pick<ImportParts, 'descriptor' | 'role' | 'restore'> & { resource: Resource };

/** What a column of the file is. */
export type Column =
  | {
      is: 'field' | 'reference';
      field: Field;
      conversion: Conversion;
      key?: Field | undefined;
      /** An empty text, which only somebody past the API can have written, comes back as the one it was. */
      keepsEmpty?: boolean;
    }
  | { is: '_id' | '_version' | 'nothing' }
  | { is: 'wrong'; problem: Problem };

export type FieldColumn = Extract<Column, { field: Field }>;

export function toColumn(
  { descriptor, role, resource, restore }: Reading,
  mapping: ColumnMapping,
  name: string,
): Column {
  const { field: path, ...conversion } = mapping.get(name) ?? { field: name };
  if (mapping.get(name) === null || path === PROBLEMS) return { is: 'nothing' };
  if (path === '_id' || path === '_version') return { is: path };
  if ((systemFields as readonly string[]).includes(path)) return { is: 'nothing' };
  const field = resource.fields.get(path);
  if (!field && isTitleColumn(resource, path)) return { is: 'nothing' };
  // What the role may not read is answered like what is not there.
  if (!field || !mayRead(descriptor, role, resource, path)) {
    const hint = suggestHint(name, writableFields(descriptor, role, resource));
    return { is: 'wrong', problem: problem('I002', name, {}, hint) };
  }
  // What is computed is compared with what the record has (`row-plan.ts`).
  if (field.readOnly && field.computed === undefined && !restore) return { is: 'nothing' };
  const relation = field.kind.relation?.(field.settings);
  if (!relation) {
    const { sql, many } = field.kind.column(field.settings);
    const keepsEmpty = restore !== undefined && sql === 'text' && !many;
    return { is: 'field', field, conversion, keepsEmpty };
  }
  const to = descriptor.resources.get(relation.to);
  const key = to?.fields.get(referenceKey(descriptor, role, to));
  // What is called by a number is called by its text, a key of a number is one.
  const isKey = (mapping.get(name)?.by ?? 'key') === 'key';
  return { is: 'reference', field, conversion, key: isKey ? key : undefined };
}

function isTitleColumn({ fields }: Resource, path: string): boolean {
  const field = path.endsWith(TITLE_SUFFIX)
    ? fields.get(path.slice(0, -TITLE_SUFFIX.length))
    : undefined;
  return field?.kind.relation !== undefined;
}
