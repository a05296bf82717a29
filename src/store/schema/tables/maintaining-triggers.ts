import { parsedDeclared } from '../../../descriptor/expression/parse-expression.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { isMaintained } from '../../../descriptor/expression/paths.ts';
import type { Field } from '../../../fields/type/field.ts';
import { quoteName } from '../../connection/sql.ts';
import { computedSql } from '../expression/computed-sql.ts';
import { dependenciesOf } from '../expression/dependencies.ts';
import {
  allRecords,
  maintainedFields,
  renewSql,
  type Maintained,
} from '../expression/maintained.ts';
import { reachFrom } from '../expression/reach.ts';
import { OWN } from '../place.ts';
import { lockingTriggers } from './locking-triggers.ts';
import { memberTrigger, toTrigger, type Trigger } from './triggers.ts';
import { requireValue } from '../../../fields/require-entry.ts';

/** All triggers that keep maintained fields exact. Every write meets them, whoever makes it. */
export function maintainingTriggers(descriptor: Descriptor): Trigger[] {
  const all = maintainedFields(descriptor).map(({ resource, field }) => {
    const expression = parsedDeclared(requireValue(field.computed, field.name));
    return { resource, field, ...dependenciesOf(descriptor, resource, expression) };
  });
  const byResource = Map.groupBy(all, ({ resource }) => resource);
  return [
    ...lockingTriggers(all),
    ...[...byResource].flatMap(([resource, fields]) => {
      const tables = new Set(fields.flatMap(({ others }) => others.map(({ table }) => table)));
      return [
        ownTrigger(descriptor, resource, fields),
        ...[...tables].map((table) => otherTrigger(descriptor, resource, table, fields)),
      ];
    }),
  ];
}

type Parts = Maintained & ReturnType<typeof dependenciesOf>;

/** Computes the values of a record that is created, or whose own columns change. */
function ownTrigger(descriptor: Descriptor, resource: Resource, fields: readonly Parts[]): Trigger {
  // What PostgreSQL generates in this row is not there yet.
  const hasColumn = (field: Field) => field.stored && isMaintained(resource, field);
  const reach = reachFrom(allRecords(descriptor), resource, 'NEW.', { hasColumn });
  const steps = fields.map(({ field, own }) => {
    const columns = [...own].filter((name) => name !== '_id').map(quoteName);
    const differs = columns.map((name) => `NEW.${name} is distinct from OLD.${name}`);
    const when = ["TG_OP = 'INSERT'", ...differs].join(' or ');
    return `if ${when} then NEW.${quoteName(field.name)} := ${computedSql(field, reach)}; end if;`;
  });
  const name = `${resource.name}.computed`;
  const body = `begin ${steps.join(' ')} return NEW; end`;
  return toTrigger({ name, table: resource.name }, body, [
    `trigger % before insert or update on ${quoteName(resource.name)} for each row`,
  ]);
}

/** Computes the values of the records of a resource that rows of another table are part of, or were. */
function otherTrigger(
  descriptor: Descriptor,
  resource: Resource,
  table: string,
  fields: readonly Parts[],
): Trigger {
  const parts = fields.filter(({ others }) => others.some((other) => other.table === table));
  const update = renewSql(
    descriptor,
    resource,
    parts.map(({ field }) => field),
    ` where ${OWN}._id = any(ids)`,
  );
  return memberTrigger(descriptor, {
    name: `${table}.computes.${resource.name}`,
    resource,
    table,
    dependencies: parts.flatMap(({ others }) => others),
    work: `${update};`,
  });
}
