import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { systemFieldTable } from '../../descriptor/system-fields.ts';
import type { Field } from '../../fields/field.ts';
import { textIn } from '../../fields/localized-text.ts';
import { toBodySchema } from '../http/operation/body-schema.ts';
import type { Schema } from '../http/operation/operation.ts';

/**
 * The records as TypeScript types, for clients of the API: of each resource the
 * record as it is read, what creating one takes, and what a patch may change.
 */
export function toRecordTypes({ resources }: Descriptor): string {
  const blocks = [...resources.values()].flatMap(toTypes);
  return `${[head, ...blocks].join('\n\n')}\n`;
}

const head = `// Made by \`npx backoffice schema --out\` from the descriptor; changes here are lost.

/** An answer of a list. */
export type ListAnswer<Record> = {
  data: Record[];
  total: number | null;
  totalIsEstimate: boolean;
  page: number | null;
  perPage: number;
  pageCount: number | null;
  /** For \`_after\`; null behind the last record. */
  next: string | null;
};`;

function toTypes(resource: Resource): string[] {
  const { name, fields, label } = resource;
  const own = [...fields.values()];
  const system = [...systemFieldTable.values()];
  const writable = own.filter(({ readOnly }) => !readOnly);
  const base = name.charAt(0).toUpperCase() + name.slice(1);
  return [
    toType(`${base}Record`, `A record of ${textIn(label, 'en')}, as it is read.`, [
      ...system.map((field) => toMember(field, '', orNull(field, field.name.endsWith('By')))),
      ...own.map((field) => toMember(field, '', orNull(field, !field.required))),
    ]),
    toType(`${base}Create`, `What \`POST ${resource.root}\` takes.`, [
      '  /** Given by the server when left out. */\n  _id?: string;',
      ...writable.map((field) => {
        const isDemanded = field.required && field.default === undefined;
        return toMember(field, isDemanded ? '' : '?', orNull(field, !isDemanded));
      }),
    ]),
    toType(
      `${base}Patch`,
      `What \`PATCH ${resource.root}/{id}\` takes: what is left out stays, null clears.`,
      writable.map((field) => toMember(field, '?', orNull(field, !field.required))),
    ),
  ];
}

function toType(name: string, words: string, members: readonly string[]): string {
  return `/** ${words} */\nexport type ${name} = {\n${members.join('\n')}\n};`;
}

function toMember(
  { name, label, help, kind, settings, computed }: Field,
  mark: string,
  type: string,
): string {
  const target = kind.relation?.(settings).to;
  const words = [
    textIn(label, 'en'),
    help && textIn(help, 'en'),
    computed !== undefined && `Computed: ${computed}`,
    target && `The \`_id\` of ${target}.`,
  ];
  // A text of the descriptor must not end the comment it stands in.
  const comment = words.filter(Boolean).join('. ').replaceAll('*/', '* /').replace(/\s+/g, ' ');
  return `  /** ${comment} */\n  ${name}${mark}: ${type};`;
}

function orNull({ kind, settings }: Field, mayBeEmpty: boolean): string {
  const type = writeType(toBodySchema(kind.value(settings)));
  // Many values are never null: none of them is an empty list.
  const isMany = kind.column(settings).many === true || kind.relation?.(settings).many === true;
  return mayBeEmpty && !isMany ? `${type} | null` : type;
}

/** The part of JSON Schema that value rules come out as. */
function writeType(schema: Schema): string {
  const {
    type,
    enum: values,
    const: value,
    anyOf,
    items,
    properties,
    required,
  } = schema as JsonType;
  if (values) return values.map((each) => JSON.stringify(each)).join(' | ');
  if (value !== undefined) return JSON.stringify(value);
  if (anyOf) return anyOf.map(writeType).join(' | ');
  if (Array.isArray(type))
    return type.map((each) => writeType({ ...schema, type: each })).join(' | ');
  if (type === 'array') return `(${items ? writeType(items) : 'unknown'})[]`;
  if (type === 'object' && properties) return writeObject(properties, required ?? []);
  return (type && plainTypes[type]) ?? 'unknown';
}

function writeObject(properties: Readonly<Record<string, Schema>>, required: readonly string[]) {
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${writeType(schema)}`,
  );
  return `{ ${members.join('; ')} }`;
}

type JsonType = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};

const plainTypes: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'Record<string, unknown>',
};
