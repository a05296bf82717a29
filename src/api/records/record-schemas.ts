import { requireEntry } from '../../fields/require-entry.ts';
import { describeNumbering } from '../../fields/type/numbering.ts';
import { copiedPath, defaultExpression, hasMovingDefault } from '../../descriptor/filter/tokens.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { THREADS } from '../../descriptor/filter/filter.ts';
import { COLORS, isColored } from '../../descriptor/filter/seen-colors.ts';
import { systemFieldTable } from '../../descriptor/system-fields.ts';
import type { Field } from '../../fields/type/field.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { toBodySchema } from '../http/operation/schemas.ts';
import type { Schema } from '../http/operation/operation.ts';
import { exampleOf } from '../../fields/example-of.ts';
import { isDerived } from '../../fields/type/is-derived.ts';
import { MAX_RECORDS } from '../../contract/bulk.ts';

/** The schemas of a resource's records: for reading, creating and patching. */
export function recordSchemas(
  { resources }: Pick<Descriptor, 'resources'>,
  resource: Resource,
): Record<string, Schema> {
  const { name } = resource;
  const toWritten = { Create: toCreateSchema, Patch: toPatchOf };
  const children = childSchemas({ resources }, resource, (child, kind) => toWritten[kind](child));
  const withChildren = <Of extends { properties: object }>(
    schema: Of,
    members: Record<string, Schema>,
  ) => ({ ...schema, properties: { ...schema.properties, ...members } });
  return {
    [name]: withChildren(toRecordSchema(resource), children.read),
    [`${name}Part`]: toPartSchema(resource),
    [`${name}Create`]: withChildren(toCreateSchema(resource), children.write),
    [`${name}Patch`]: withChildren(toPatchOf(resource), children.write),
  };
}

function toRecordSchema({ fields }: Resource) {
  const all = [...systemFieldTable.values(), ...fields.values()];
  return {
    type: 'object',
    required: all.map((field) => field.name),
    properties: toProperties(all, toReadSchema),
  };
}

function toCreateSchema({ fields }: Resource) {
  const writable = [...fields.values()].filter((field) => !field.readOnly);
  return {
    type: 'object',
    required: writable.filter(isDemanded).map((field) => field.name),
    properties: { _id: newId, ...toProperties(writable, toWriteSchema) },
  };
}

/** The schema of an entry in the public form of a resource, which has no other members. */
export function toEntrySchema({ fields }: Resource, given: readonly string[]): Schema {
  const own = given.map((name) => requireEntry(fields, name));
  return {
    type: 'object',
    additionalProperties: false,
    required: own.filter(isDemanded).map((field) => field.name),
    properties: toProperties(own, toWriteSchema),
  };
}

function toPatchOf({ fields }: Resource) {
  const writable = [...fields.values()].filter((field) => !field.readOnly);
  return {
    type: 'object',
    additionalProperties: false,
    properties: toProperties(writable, toPatchSchema),
  };
}

/** The fields that each record has. */
export function toSystemSchema() {
  const properties = toProperties([...systemFieldTable.values()], toReadSchema);
  return { type: 'object', properties };
}

/** The schema of a record of which some fields are left out, by `_fields` or because it is deleted. */
function toPartSchema(resource: Resource): Schema {
  const whole = toRecordSchema(resource);
  const properties = {
    ...whole.properties,
    ...(isColored(resource) && { [COLORS]: positions }),
    [THREADS]: threadCounts,
  };
  return { ...whole, required: ['_id', '_version'], properties };
}

const threadCounts: Schema = {
  type: ['array', 'null'],
  items: { type: 'object' },
  description:
    'In lists that ask for it by `_fields`: `{ field, threads, open, unread }` for each field with threads that you see; `field` is null for the record as a whole.',
};

const positions: Schema = {
  type: 'array',
  items: { type: 'integer', minimum: 0 },
  description:
    'In lists that ask for it by `_fields`: the positions of the colours that the record has, among those that you see. It has only those that other records or calculations decide.',
};

/** The schema of a record as everyone may read it; `part`: fields may be left out. */
export function publicRecordSchema({ fields }: Resource, part = false): Schema {
  const system = [...systemFieldTable.values()].filter(({ name }) => name.startsWith('_'));
  const all = [...system, ...fields.values()];
  const some = {
    type: 'object',
    required: ['_id', '_version'],
    properties: toProperties(all, toReadSchema),
  };
  return part ? some : { allOf: [some], required: all.map((field) => field.name) };
}

const newId: Schema = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'The server assigns one if left out.',
};

function toProperties(
  fields: readonly Field[],
  toSchema: (field: Field) => Schema,
): Record<string, Schema> {
  return Object.fromEntries(
    fields.map((field) => [field.name, { ...describe(field), ...toSchema(field) }]),
  );
}

/** What the documentation of the API says about a field with code of the installation. */
export const COMPUTED_IN_CODE = 'Computed by the server when the record is written';

function describe(field: Field): Schema {
  const isMoving = hasMovingDefault(field);
  const relation = field.kind.relation?.(field.settings);
  return {
    description: wordsOf(field),
    ...(relation ? { 'x-refers-to': relation.to } : {}),
    ...(!isDerived(field) && !field.numbering ? {} : { readOnly: true }),
    // A default that depends on the time or the user has no fixed value, so only the description names it.
    ...(field.default === undefined || isMoving ? {} : { default: field.default }),
  };
}

function wordsOf(field: Field): string {
  const { label, help, unique, computed, computedInCode, numbering } = field;
  const relation = field.kind.relation?.(field.settings);
  const words = [
    textIn(label, 'en'),
    help && textIn(help, 'en'),
    unique && 'Unique: no two records share a value.',
    computed !== undefined && `Computed: \`${computed}\``,
    computedInCode && COMPUTED_IN_CODE,
    numbering && describeNumbering(numbering),
    hasMovingDefault(field) &&
      `Default: ${copiedPath(field) ?? defaultExpression(field) ?? String(field.default)}`,
    describeStates(field),
    relation?.filter &&
      `Only records of ${relation.to} that match this filter: \`${JSON.stringify(relation.filter)}\``,
  ];
  // Some of them are sentences and end with a full stop already.
  return words.flatMap((text) => (text ? [text.replace(/\.$/, '')] : [])).join('. ');
}

/** The steps between the states of a field: `New records begin as draft. Steps: close (draft, open → closed)`. */
function describeStates({ kind, settings }: Field): string | undefined {
  const states = kind.states?.(settings);
  if (!states) return undefined;
  const steps = states.transitions.map(
    ({ name, from, to }) => `${name} (${from.join(', ')} → ${to})`,
  );
  const begin = `New records begin as ${states.initial.join(' or ')}`;
  return `${begin}. Steps: ${steps.join('; ') || 'none'}`;
}

/** Every field is present; an empty one is null, or an empty list. */
function toReadSchema(field: Field): Schema {
  // A value accepted under earlier settings may still be stored, so the schema only promises its type.
  const { type, items } = toBodySchema(field.kind.value(field.settings)) as {
    type?: string | string[];
    items?: { type?: string };
  };
  const isSystem = systemFieldTable.has(field.name);
  const mayBeEmpty =
    type !== 'array' && (!field.required || (isSystem && field.name.endsWith('By')));
  if (type === undefined) return {};
  const types = [type].flat();
  return {
    type: mayBeEmpty ? [...new Set([...types, 'null'])] : type,
    ...(types.includes('array') && { items: items?.type ? { type: items.type } : {} }),
  };
}

function toWriteSchema(field: Field): Schema {
  const schema = toBodySchema(field.kind.value(field.settings));
  return isDemanded(field) ? schema : orEmpty(schema);
}

function toPatchSchema(field: Field): Schema {
  const { required: _, ...schema } = toBodySchema(field.kind.value(field.settings));
  return field.required ? schema : orEmpty(schema);
}

function orEmpty(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] };
}

function isDemanded(field: Field): boolean {
  return field.required && field.default === undefined;
}

/** An example body that creates a record: the required fields with values of their types. */
export function createExample({ fields }: Resource): Record<string, unknown> {
  const required = [...fields.values()].filter((field) => field.required && !field.readOnly);
  return Object.fromEntries(required.map((field) => [field.name, exampleFor(field)]));
}

/** An example patch of one field. */
export function patchExample({ fields }: Resource): Record<string, unknown> {
  const writable = [...fields.values()].find((field) => !field.readOnly && !field.unique);
  return writable ? { [writable.name]: exampleFor(writable) } : {};
}

/** The default of the field, or an example of what it accepts. */
function exampleFor(field: Field): unknown {
  if (field.default !== undefined && !hasMovingDefault(field)) return field.default;
  return exampleOf(field) ?? null;
}

type Named = { required?: readonly string[]; properties: Readonly<Record<string, Schema>> };

/**
 * The members of a resource's schemas for its inline child lists: what a response has of them, and what a body may
 * contain. `schemaOf` gives the schemas of the child without lists of its own.
 */
function childSchemas(
  { resources }: Pick<Descriptor, 'resources'>,
  { children }: Resource,
  schemaOf: (child: Resource, kind: 'Create' | 'Patch') => Named,
): { read: Record<string, Schema>; write: Record<string, Schema> } {
  const lists = children.flatMap(({ resource, field, inline }) => {
    const child = resources.get(resource);
    return inline && child ? [{ child, field }] : [];
  });
  const read = lists.map(({ child: { name } }): [string, Schema] => [
    name,
    {
      type: 'array',
      description:
        'Only in the response to a write with these records: those that it created or changed.',
      items: { $ref: `#/components/schemas/${name}` },
    },
  ]);
  const write = lists.map(({ child, field }): [string, Schema] => [
    child.name,
    {
      type: 'array',
      maxItems: MAX_RECORDS,
      description: `Records of ${child.name} to write together with this one. Those that are left out stay unchanged.`,
      items: { anyOf: toEntries(field, schemaOf(child, 'Create'), schemaOf(child, 'Patch')) },
    },
  ]);
  return { read: Object.fromEntries(read), write: Object.fromEntries(write) };
}

function toEntries(link: string, create: Named, patch: Named): Schema[] {
  const version = { anyOf: [{ type: 'integer', minimum: 1 }, { const: '*' }] };
  const named = { _id: { type: 'string' }, _version: version };
  return [
    {
      title: 'A new record',
      type: 'object',
      required: (create.required ?? []).filter((name) => name !== link),
      properties: create.properties,
    },
    {
      title: 'A changed record',
      type: 'object',
      required: ['_id', '_version'],
      properties: { ...named, ...patch.properties },
    },
    {
      title: 'A deleted record',
      type: 'object',
      required: ['_id', '_version', '_delete'],
      properties: { ...named, _delete: { const: true } },
    },
  ];
}
