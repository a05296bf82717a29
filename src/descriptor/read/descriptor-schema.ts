import { z } from 'zod';
import { localizedText } from '../../fields/problems/localized-text.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { descriptorSettings } from '../settings/descriptor-settings.ts';
import { resourceSettings } from '../settings/resource-settings.ts';
import { fieldSettings } from './grammar.ts';

/**
 * The JSON Schema of `resources.json`, for editors: it completes and explains every setting and
 * underlines mistakes during typing. It is derived from the same grammar as the checks, but
 * cannot find problems that need the whole file, such as a reference to an unknown resource.
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

/** A descriptor declares or includes resources. An included file may contain only roles. */
const wholeOrPart: readonly JsonObject[] = [
  { required: ['resources'] },
  { required: ['include'] },
  { required: ['roles'], not: { required: ['app'] } },
];

/**
 * One branch for each type, selected by `type`, so that an editor offers only the settings of
 * that type. A `oneOf` would offer all settings and could not name the cause of a problem.
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
    // Editors support draft 7 best.
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    // Labels occur everywhere, so a shared definition halves the size of the file.
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

/** Replaces the schema of a record's values, which zod describes as "anything". */
function withProperty(schema: JsonObject, name: string, values: JsonObject): JsonObject {
  const properties = schema.properties as JsonObject;
  const property = properties[name];
  if (!isObject(property)) throw new Error(`The grammar has no ${name}`);
  return {
    ...schema,
    properties: { ...properties, [name]: { ...property, additionalProperties: values } },
  };
}
