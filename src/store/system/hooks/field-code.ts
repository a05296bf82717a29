import { requireItem } from '../../../fields/require-entry.ts';
import type { FieldValue } from '../../../fields/type/field-type.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { emptyOf } from '../../../descriptor/field-check.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { QueryRunner } from '../../store.ts';
import {
  HookFailure,
  type HookAnswer,
  type HookBatch,
  type PlannedWrite,
} from '../../write-hooks.ts';
import type { HookCode, RecordHook } from './hook-code.ts';

/** Code of the installation that computes the values of one field, which the descriptor declares `computedInCode`. */
export type FieldCode = {
  resource: string;
  field: string;
  /** Another version computes the values of all existing records again. Default: `1`. */
  version?: string;
  /** Returns the value of each record, in their order; null for none. Called inside the transaction of the write. */
  compute(batch: ComputeBatch): readonly unknown[] | Promise<readonly unknown[]>;
};

export type ComputeBatch = {
  resource: Resource;
  /** The records as they will be stored: `_id` and the value of each field, without those that expressions compute. */
  records: readonly WholeRecord[];
  /** The transaction of the write, for data of other records. */
  sql: QueryRunner;
};

type WholeRecord = Readonly<Record<string, FieldValue>> & { _id: string };

/** All code of an installation that takes part in writes. */
export type WriteCode = { hooks?: readonly HookCode[]; fields?: readonly FieldCode[] };

export function nameOfField({ resource, field }: Pick<FieldCode, 'resource' | 'field'>): string {
  return `${resource}.${field}`;
}

/** The values that the code computes for these records. Throws a `HookFailure` unless there is one for each. */
export async function computeValues(code: FieldCode, batch: ComputeBatch): Promise<unknown[]> {
  const values = await code.compute(batch);
  const { length } = batch.records;
  if (!Array.isArray(values) || values.length !== length)
    throw new HookFailure(
      nameOfField(code),
      `must return a list with one value for each of the ${length} records`,
    );
  // What has no value is left out of JSON, and would keep the former one.
  return values.map((value: unknown) => value ?? null);
}

/** Code of a field takes part in writes as a hook that answers with its value. */
export function toFieldHook(code: FieldCode): RecordHook & { computes: string } {
  const answer = async ({ resource, records, sql }: HookBatch<PlannedWrite>) => {
    const isDeclared = resource.fields.get(code.field)?.computedInCode;
    if (!isDeclared) return [];
    const whole = records.map((record) => toWhole(resource, record));
    const values = await computeValues(code, { resource, records: whole, sql });
    return records.flatMap(({ id }, at): HookAnswer[] => {
      const isThere = isSameJson(values[at], requireItem(whole, at)[code.field]);
      return isThere ? [] : [{ id, values: { [code.field]: values[at] } }];
    });
  };
  return {
    resource: code.resource,
    name: nameOfField(code),
    computes: code.field,
    before: { create: answer, update: answer },
  };
}

/** Expressions are computed after the write, so what they gave before is not passed on. */
export function toWhole(
  { fields }: Resource,
  { id, before, values }: Pick<PlannedWrite, 'id' | 'before' | 'values'>,
): WholeRecord {
  const written = [...fields.values()].filter(({ computed }) => computed === undefined);
  const entries = written.map((field) => {
    const value = field.name in values ? values[field.name] : before?.[field.name];
    return [field.name, value ?? emptyOf(field)];
  });
  return { ...Object.fromEntries(entries), _id: id };
}
