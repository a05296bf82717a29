import { z } from 'zod';
import { localizedText } from '../../fields/localized-text.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { descriptorSettings } from '../descriptor-settings.ts';
import { resourceSettings } from '../resource-settings.ts';
import { fieldSettings } from './grammar.ts';

/**
 * The JSON Schema of `resources.json`, for editors: it completes and explains
 * every setting and underlines what is wrong while one types. Made from the
 * same grammar as the checks; what only the whole file shows (a reference to an
 * unknown resource) is left to them.
 */
export function toDescriptorSchema(): JsonObject {
  const { required: _, ...descriptor } = toSchema(descriptorSettings);
  const resource = toSchema(resourceSettings);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'resources.json',
    ...withProperty(descriptor, 'resources', { $ref: '#/definitions/resource' }),
    anyOf: wholeOrPart,
    definitions: {
      resource: withProperty(resource, 'fields', { $ref: '#/definitions/field' }),
      field: toFieldSchema(),
      text: toSchema(localizedText),
    },
  };
}

/** A descriptor declares or includes resources; a file it includes may have nothing but roles. */
const wholeOrPart: readonly JsonObject[] = [
  { required: ['resources'] },
  { required: ['include'] },
  { required: ['roles'], not: { required: ['app'] } },
];

/**
 * One branch per type, chosen by `type`: an editor then offers the settings of
 * that type only, where a `oneOf` would offer all and name no cause.
 */
function toFieldSchema(): JsonObject {
  return {
    type: 'object',
    required: ['type'],
    properties: {
      type: {
        enum: Object.keys(fieldSettings),
        description: 'The type of the field: what it holds and how it is displayed.',
      },
    },
    allOf: Object.entries(fieldSettings).map(([type, settings]) => ({
      if: { properties: { type: { const: type } }, required: ['type'] },
      // oxlint-disable-next-line unicorn/no-thenable -- the word of JSON Schema; nothing awaits it
      then: toSchema(settings),
    })),
  };
}

/** The JSON Schema of a part of the grammar; each description names the default of its setting. */
export function toSchema(schema: z.ZodType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    // Draft 7 is what editors know best.
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    // Labels are everywhere; said once, the file is half as long.
    override: ({ zodSchema, jsonSchema, path }) => {
      if (jsonSchema.description && jsonSchema.default !== undefined && !jsonSchema.properties)
        jsonSchema.description += ` Default: ${toDefaultText(jsonSchema.default)}.`;
      if (path.length === 0 || zodSchema._zod.def !== localizedText.def) return;
      delete jsonSchema.anyOf;
      jsonSchema.allOf = [{ $ref: '#/definitions/text' }];
    },
  });
  return rest;
}

function toDefaultText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === '[]' || text === '{}') return 'none';
  return typeof value === 'string' || typeof value === 'object' ? `\`${text}\`` : text;
}

/** Puts a schema in place of the "anything" that a record's values are to zod. */
function withProperty(schema: JsonObject, name: string, values: JsonObject): JsonObject {
  const properties = schema.properties as JsonObject;
  const property = properties[name];
  if (!isObject(property)) throw new Error(`The grammar has no ${name}`);
  return {
    ...schema,
    properties: { ...properties, [name]: { ...property, additionalProperties: values } },
  };
}
