import { requireItem } from '../../fields/require-entry.ts';
import type { Field } from '../../fields/type/field.ts';
import { mayRead } from '../access.ts';
import type { Descriptor, Resource } from '../descriptor.ts';
import { checkField } from '../field-check.ts';
import type { Moment } from '../expression/variables.ts';
import { copiedPath, defaultOf } from '../filter/tokens.ts';
import { isObject } from '../json-object.ts';
import { splitPath, targetOf } from '../lookups.ts';
import { isRecordId } from './record-check.ts';

type Values = Readonly<Record<string, unknown>>;

/** Who creates records, and where the records that they refer to are found: those that the creator may see. */
export type CopySource = {
  descriptor: Descriptor;
  role: string;
  moment: Moment;
  find(resource: Resource, ids: readonly string[], field: string): Promise<readonly Values[]>;
};

/** Whether new records of a resource copy any. */
export function hasCopiedDefaults({ fields }: Pick<Resource, 'fields'>): boolean {
  for (const field of fields.values()) if (copiedPath(field) !== undefined) return true;
  return false;
}

/**
 * The defaults that new records copy from the records they refer to (`"default": { "$field": "product.price" }`), for
 * each record in its order. A value that the creator may not read, or that the field does not accept, is not copied.
 */
export async function copyDefaults(
  source: CopySource,
  resource: Resource,
  records: readonly Values[],
): Promise<readonly Values[]> {
  const copies = records.map((): Record<string, unknown> => ({}));
  const fields = [...resource.fields.values()].filter(copiedPath);
  const isCopied = (name: string) => fields.some((field) => field.name === name);
  // A reference can be copied too, and others from the record that it names.
  const isChained = fields.some((field) => isCopied(splitPath(copiedPath(field) ?? '')[0]));
  for (let pass = 0; pass < (isChained ? fields.length : 1); pass += 1) {
    for (const field of fields) {
      const known = records.map((record, at) => ({ ...record, ...copies[at] }));
      await copyField(source, resource, { field, known, copies });
    }
  }
  return copies;
}

type Copying = {
  field: Field;
  known: readonly Values[];
  copies: readonly Record<string, unknown>[];
};

/** Copies one field into the records that lack it. */
async function copyField(
  source: CopySource,
  resource: Resource,
  { field, known, copies }: Copying,
): Promise<void> {
  const open = [...known.keys()].filter((at) => !Object.hasOwn(requireItem(known, at), field.name));
  const records = open.map((at) => requireItem(known, at));
  const values = await follow(source, resource, records, copiedPath(field) ?? '');
  for (const [index, at] of open.entries()) {
    const value = values[index] ?? null;
    const checked = checkField(field, value);
    if (value !== null && 'value' in checked) requireItem(copies, at)[field.name] = checked.value;
  }
}

/** The values at a path, one reference at a time. */
async function follow(
  source: CopySource,
  resource: Resource,
  records: readonly Values[],
  path: string,
): Promise<readonly unknown[]> {
  const { descriptor, role, moment } = source;
  const [head, rest] = splitPath(path);
  const field = resource.fields.get(head);
  const preset = field && defaultOf(field, moment);
  const values = records.map((record) => (Object.hasOwn(record, head) ? record[head] : preset));
  if (rest === '') return values;
  const to = targetOf(field);
  if (to === undefined) return values.map((value) => (isObject(value) ? value[rest] : null));
  const target = descriptor.resources.get(to);
  const [next] = splitPath(rest);
  const ids = [...new Set(values.filter(isRecordId))];
  if (!target || ids.length === 0 || !mayRead(descriptor, role, target, next)) return [];
  const found = await source.find(target, ids, next);
  const byId = new Map(found.map((record) => [record['_id'], record]));
  return follow(
    source,
    target,
    values.map((id) => byId.get(id) ?? {}),
    rest,
  );
}
