import { headOf } from '../../../fields/text/head-of-path.ts';
import { requireEntry } from '../../../fields/require-entry.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import {
  checkField,
  emptyOf,
  withoutRemovedParts,
  withRemovedParts,
} from '../../../descriptor/field-check.ts';
import { type Moment } from '../../../descriptor/expression/variables.ts';
import { defaultOf } from '../../../descriptor/filter/tokens.ts';
import { checkRules } from '../../../descriptor/rules/check-rules.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import type { Field } from '../../../fields/type/field.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';
import { newlyRetired } from '../../../fields/type/retired-values.ts';
import type { Actor, ManyWrite, StoredRecord, WriteFailure } from '../../store.ts';
import type { TrashRestore } from '../../trash-options.ts';

/** What records of a collection get when they come back, whatever they had. */
const comeBackWith: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // Password and sessions are gone, and an admin decides whether the person may sign in again.
  users: { status: 'disabled' },
};

/** A deleted record as it last was. */
export type Trashed = { record: StoredRecord; version: number; erased: readonly string[] };

/** A record on its way back. `replaced`: the values it gets in place of those with which it cannot come back. */
export type Returning = TrashRestore & { trashed: Trashed; replaced: Record<string, unknown> };

/** Values that are given `inPlace` of missing and invalid ones are taken for the fields that have a problem. */
export function toWrite(
  resource: Resource,
  returning: Returning,
  inPlace: Readonly<Record<string, unknown>>,
  { by, moment }: { by: Actor; moment: Moment },
): ManyWrite | WriteFailure {
  const { replaced } = returning;
  for (;;) {
    const write = toCheckedWrite(resource, returning, by, moment);
    if (!('problems' in write)) return write;
    const lacking = write.problems.map(({ path }) => headOf(path));
    const taken = Object.entries(inPlace).filter(
      ([name]) => lacking.includes(name) && !Object.hasOwn(replaced, name),
    );
    if (taken.length === 0) return write;
    // With them, a rule may ask for another field.
    Object.assign(replaced, Object.fromEntries(taken));
  }
}

function toCheckedWrite(
  resource: Resource,
  { id, values: requestedValues = {}, trashed, replaced }: Returning,
  by: Actor,
  moment: Moment,
): ManyWrite | WriteFailure {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  const given = { ...requestedValues, ...replaced, ...comeBackWith[resource.name] };
  const before: Record<string, unknown> = {};
  for (const field of resource.fields.values()) {
    if (isDerived(field)) continue;
    const value = toValue(field, trashed, given, moment);
    if ('problems' in value) problems.push(...value.problems);
    else values[field.name] = value.value;
    before[field.name] = Object.hasOwn(replaced, field.name)
      ? ownValue(field, trashed, moment)
      : values[field.name];
  }
  const { problems: broken, cleared } = checkRules({
    resource,
    writer: undefined,
    record: values,
    // A field that is read-only keeps the value that the record had.
    before,
    moment,
    broken: new Set(problems.map(({ path }) => headOf(path))),
    isOurs: () => true,
  });
  problems.push(...broken);
  if (problems.length > 0) return { failure: 'invalid', problems };
  for (const name of cleared) values[name] = emptyOf(requireEntry(resource.fields, name));
  const { record, version } = trashed;
  const stamps = {
    _id: id,
    _version: version + 1,
    createdAt: record['createdAt'] as string,
    createdBy: record['createdBy'] as string | null,
    updatedAt: moment.now.toISOString(),
    updatedBy: by.userId,
  };
  return { id, values, stamps };
}

/** The value asked for, else the one the record had, else the default of a field that it did not have. */
function toValue(
  field: Field,
  trashed: Trashed,
  given: Readonly<Record<string, unknown>>,
  moment: Moment,
): ReturnType<typeof checkField> {
  const { name } = field;
  const { record, erased } = trashed;
  const isGiven = Object.hasOwn(given, name);
  const value = isGiven ? given[name] : ownValue(field, trashed, moment);
  const checked = checkField(field, withoutRemovedParts(field, value, value));
  if (!('problems' in checked)) {
    const retired = isGiven ? newlyRetired(field, checked.value, record[name], name) : [];
    if (retired.length > 0) return { problems: retired };
    return { value: withRemovedParts(field, checked.value, value) };
  }
  return !isGiven && erased.includes(name) ? { problems: [problem('S018', name)] } : checked;
}

function ownValue(field: Field, { record }: Trashed, moment: Moment): unknown {
  return Object.hasOwn(record, field.name) ? record[field.name] : defaultOf(field, moment);
}
