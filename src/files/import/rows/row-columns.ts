import { mayRead, referenceKey, writableFields } from '../../../descriptor/access.ts';
import { fileFields } from '../../../descriptor/file-fields.ts';
import { systemFields, type Resource } from '../../../descriptor/descriptor.ts';
import { suggestHint } from '../../../descriptor/suggest.ts';
import type { Field } from '../../../fields/type/field.ts';
import { isInFiles } from '../../../fields/type/numbering.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import type { Conversion } from '../../formats/conversion.ts';
import type { Writing } from './cell-writes.ts';
import { findFieldOf } from '../field-names.ts';
import type { ColumnMapping, ImportParts, MappedColumn, Naming } from '../import-parts.ts';
import type { FileSource } from '../write/place-files.ts';
import type { TargetNaming } from './target-columns.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';

/** The column that explains the failures in a file of failed rows. An import ignores it. */
export const PROBLEMS_COLUMN = '_problems';

/** The suffix of the columns in which an export adds the titles of references. An import ignores them. */
export const TITLE_SUFFIX = '._title';

/** The column in which an export with files has their paths in its ZIP. */
export function pathColumn(name: string): string {
  return `${name}${PATH_SUFFIX}`;
}

const PATH_SUFFIX = '.path';

/** The column with the files of which another one has the paths: `document` for `document.path`. */
export function filedPath(name: string): string | undefined {
  return name.endsWith(PATH_SUFFIX) ? name.slice(0, -PATH_SUFFIX.length) : undefined;
}

export type ColumnContext = Pick<ImportParts, 'descriptor' | 'role' | 'restore'> & {
  resource: Resource;
  files?: FileSource | undefined;
};

/** The meaning of a column of the file. */
export type Column =
  | {
      /** `files` and `paths`: the files of the field, and their paths in the ZIP that comes with the rows. */
      is: 'field' | 'reference' | 'files' | 'paths';
      field: Field;
      conversion: Conversion & Writing;
      key?: Field | undefined;
      /** Keeps an empty text, which can only have been stored without the API, as it was. */
      keepsEmpty?: boolean;
    }
  | { is: '_id' | '_version' | 'nothing' }
  | { is: 'wrong'; problem: Problem };

export type FieldColumn = Extract<Column, { field: Field }>;

export function toColumn(context: ColumnContext, mapping: ColumnMapping, name: string): Column {
  const { descriptor, role, resource } = context;
  const mapped = mapping.get(name);
  const to = mapped ?? { field: name };
  const path = to.field;
  if (mapped === null || path === PROBLEMS_COLUMN) return { is: 'nothing' };
  if (path === '_id' || path === '_version') return { is: path };
  if ((systemFields as readonly string[]).includes(path)) return { is: 'nothing' };
  const beside = toColumnBeside(context, to);
  if (beside) return beside;
  const named = findUnmapped(context, mapping, name);
  if (named) return toColumn(context, new Map([[name, { field: named.name }]]), name);
  const field = resource.fields.get(path);
  // A field that the role may not read is reported like a missing one.
  if (!field || !mayRead(descriptor, role, resource, path)) {
    const hint = suggestHint(name, writableFields(descriptor, role, resource));
    return { is: 'wrong', problem: problem('I002', name, {}, hint) };
  }
  return toFieldColumn(context, field, to);
}

/** A column that an export has beside those of the fields: for titles, paths of files and values of other records. */
function toColumnBeside(context: ColumnContext, to: MappedColumn): Column | undefined {
  const { descriptor, role, resource, files } = context;
  const { field: path, ...conversion } = to;
  if (!resource.fields.has(path)) {
    if (isTitleColumn(resource, path)) return { is: 'nothing' };
    const filed = findFiled(resource, path);
    if (filed && mayRead(descriptor, role, resource, filed.name))
      return files ? { is: 'paths', field: filed, conversion } : { is: 'nothing' };
  }
  // An export can contain values of other records, and their titles.
  const beyond = path.endsWith(TITLE_SUFFIX) ? path.slice(0, -TITLE_SUFFIX.length) : path;
  const isBeyond = resource.through.has(beyond) && mayRead(descriptor, role, resource, beyond);
  return isBeyond ? { is: 'nothing' } : undefined;
}

function toFieldColumn(
  context: ColumnContext,
  field: Field,
  { field: _, ...conversion }: MappedColumn & TargetNaming,
): Column {
  const { restore, files } = context;
  // Computed values and numbers are compared with those of the record (`row-plan.ts`).
  if (!isInFiles(field) && !isDerived(field) && !restore) return { is: 'nothing' };
  if (files && field.kind.files) return { is: 'files', field, conversion };
  const relation = field.kind.relation?.(field.settings);
  if (relation)
    return { is: 'reference', field, conversion, key: keyIn(context, relation, conversion) };
  const { sql, many } = field.kind.column(field.settings);
  const keepsEmpty = restore !== undefined && sql === 'text' && !many;
  return { is: 'field', field, conversion, keepsEmpty };
}

/** The key by which a column names records: a numeric one becomes a number, while a numeric title or part stays a text. */
function keyIn(
  { descriptor, role }: ColumnContext,
  relation: { to: string },
  { by = 'key', unique }: Naming & TargetNaming,
): Field | undefined {
  const to = by === 'key' ? descriptor.resources.get(relation.to) : undefined;
  if (!to) return undefined;
  const [name = '', ...others] =
    unique === undefined ? referenceKey(descriptor, role, to) : [unique];
  return others.length === 0 ? to.fields.get(name) : undefined;
}

/**
 * The field that a column means without a mapping, by an alias or a label. One that another column is mapped to is
 * taken. A backup has the names themselves.
 */
function findUnmapped(
  { resource, restore, ...reader }: ColumnContext,
  mapping: ColumnMapping,
  name: string,
): Field | undefined {
  if (restore || mapping.has(name) || resource.fields.has(name)) return undefined;
  const field = findFieldOf(reader, resource, name);
  const isTaken = field && [...mapping.values()].some((to) => to?.field === field.name);
  return isTaken ? undefined : field;
}

/** The name of the field that a column of the file belongs to, `_id` among them. */
export function fieldNameOf(
  context: ColumnContext,
  mapping: ColumnMapping,
  name: string,
): string | undefined {
  const column = toColumn(context, mapping, name);
  if ('field' in column) return column.is === 'paths' ? undefined : column.field.name;
  return column.is === '_id' || column.is === '_version' ? column.is : undefined;
}

/** The field whose files a column has the paths of. */
function findFiled({ fields }: Resource, path: string): Field | undefined {
  const field = fields.get(filedPath(path) ?? '');
  return field?.kind.files && field;
}

/** The columns that an export with files has for their paths. */
export function pathColumns(resource: Resource): string[] {
  return fileFields(resource).map(({ name }) => pathColumn(name));
}

function isTitleColumn({ fields }: Resource, path: string): boolean {
  const field = path.endsWith(TITLE_SUFFIX)
    ? fields.get(path.slice(0, -TITLE_SUFFIX.length))
    : undefined;
  return field?.kind.relation !== undefined;
}
