import { requireEntry } from '../../../fields/require-entry.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { isMaintained, readsOf } from '../../../descriptor/expression/paths.ts';
import { findField } from '../../../descriptor/system-fields.ts';
import type { Field } from '../../../fields/type/field.ts';
import { quoteName } from '../../connection/sql.ts';
import { OWN } from '../place.ts';
import { computedSql, noVariable } from './computed-sql.ts';
import { reachFrom, type Others } from './reach.ts';

/** A stored field that is computed from other records. Triggers compute it again when those change. */
export type Maintained = { resource: Resource; field: Field };

/** The maintained fields, each after those that it reads. */
export function maintainedFields({ resources }: Descriptor): Maintained[] {
  const byField = new Map<Field, Maintained>();
  const visit = (resource: Resource, field: Field): void => {
    if (field.computed === undefined || byField.has(field)) return;
    for (const read of readsOf(resources, resource, field.computed) ?? []) {
      const of = requireEntry(resources, read.resource.name);
      const inner = findField(of, read.path);
      if (inner) visit(of, inner);
    }
    if (isMaintained(resource, field)) byField.set(field, { resource, field });
  };
  for (const resource of resources.values())
    for (const field of resource.fields.values()) visit(resource, field);
  return [...byField.values()];
}

/** The value for the rows of a statement, over all records: stored values are the same for every reader. */
export function maintainedSql(descriptor: Descriptor, { resource, field }: Maintained): string {
  return computedSql(field, reachFrom(allRecords(descriptor), resource, `${OWN}.`));
}

/** Computes the values in the records that meet a condition over the alias `r`, and writes those that differ. */
export function renewSql(
  descriptor: Descriptor,
  resource: Resource,
  fields: readonly Field[],
  where = '',
): string {
  const names = fields.map(({ name }) => quoteName(name));
  const values = fields.map(
    (field, at) => `${maintainedSql(descriptor, { resource, field })} as v${at}`,
  );
  const table = quoteName(resource.name);
  const set = names.map((name, at) => `${name} = v.v${at}`);
  const differs = names.map((name, at) => `o.${name} is distinct from v.v${at}`);
  return (
    `update ${table} o set ${set.join(', ')} from (select ${OWN}._id as id, ${values.join(', ')} from ${table} ${OWN}${where}) v ` +
    `where o._id = v.id and (${differs.join(' or ')})`
  );
}

export function allRecords({ resources }: Descriptor): Others {
  return {
    find: (name) => requireEntry(resources, name),
    seesAll: () => true,
    seen: () => undefined,
    readStored: () => undefined,
    variable: noVariable,
  };
}
