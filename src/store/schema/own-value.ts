import type { Resource } from '../../descriptor/descriptor.ts';
import { findField } from '../../descriptor/system-fields.ts';
import type { SqlType } from '../../fields/field-type.ts';
import type { Field } from '../../fields/field.ts';
import { quoteName, quoteText } from '../connection/sql.ts';
import { sqlTypes } from '../sql-types.ts';

/** A value as SQL, over a table that has the resource's columns. `table`: its alias and a dot, or nothing. */
export type OwnValue = {
  field: Field;
  type: SqlType;
  sql: string;
  /** Of a part of an object: its text in the JSON. */
  text?: string;
};

/** What stands in a record under a path, which is a field of it, a system field or a part of an object. */
export function ownValue(resource: Resource, path: string, table: string): OwnValue {
  const field = findField(resource, path);
  if (!field) throw new Error(`${resource.name} has no field ${path}`);
  const { sql: type } = field.kind.column(field.settings);
  if (resource.fields.has(path) || !path.includes('.'))
    return { field, type, sql: table + quoteName(field.name) };
  const [object = ''] = path.split('.', 1);
  const text = `(${table}${quoteName(object)} ->> ${quoteText(field.name)})`;
  const { collation, name } = sqlTypes[type];
  const sql = collation ? `(${text} collate ${quoteName(collation)})` : `(${text})::${name}`;
  return { field, type, sql, text };
}
