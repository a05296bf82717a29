import { z } from 'zod';
import { requireValue } from '../../fields/require-entry.ts';
import { localizedText } from '../../fields/problems/localized-text.ts';
import { filterSetting } from '../../fields/type/to-field.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { descriptorSettings } from '../settings/descriptor-settings.ts';
import { permissionSettings, resourceSettings } from '../settings/resource-settings.ts';
import { fieldSettings } from './grammar.ts';
import { ROLES, setsToUse, USE } from './shared-sets.ts';

/**
 * The JSON Schema of `resources.json`, for editors: it completes and explains every setting and
 * underlines mistakes during typing. It is derived from the same grammar as the checks, but
 * cannot find problems that need the whole file, such as a reference to an unknown resource.
 */
export function toDescriptorSchema(): JsonObject {
  const { required: _, ...descriptor } = toSchema(descriptorSettings);
  const field = { $ref: '#/definitions/field' };
  const sections: Record<string, JsonObject> = {
    resources: { $ref: '#/definitions/resource' },
    permissionSets: { $ref: '#/definitions/permissions' },
    fieldSets: { type: 'object', additionalProperties: field },
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'resources.json',
    ...Object.entries(sections).reduce(
      (schema, [name, values]) => withProperty(schema, name, values),
      descriptor,
    ),
    anyOf: wholeOrPart,
    definitions: {
      resource: toResourceSchema(field),
      permissions: toSchema(permissionSettings),
      field: toFieldSchema(),
      text: toSchema(localizedText),
      // Before the grammar sees an expression, it is a filter; see `read-conditions.ts`.
      condition: { ...condition, type: ['object', 'string'] },
    },
  };
}

const condition = toSchema(filterSetting);

/** A resource may name a set of permissions, and sets of fields, in place of what they declare. */
function toResourceSchema(field: JsonObject): JsonObject {
  const resource = withProperty(toSchema(resourceSettings), 'fields', field);
  const properties = resource.properties as Record<string, JsonObject>;
  const {
    description,
    default: none,
    ...permissions
  } = requireValue(properties['permissions'], 'permissions');
  return {
    ...resource,
    properties: {
      ...properties,
      permissions: { description, default: none, anyOf: [{ type: 'string' }, permissions] },
      fields: { ...properties['fields'], properties: { [USE]: toSchema(setsToUse) } },
    },
  };
}

/** A descriptor declares or includes resources. An included file may have any of its sections. */
const wholeOrPart: readonly JsonObject[] = [
  { required: ['resources'] },
  { required: ['include'] },
  ...['roles', 'permissionSets', 'fieldSets'].map((part) => ({
    required: [part],
    not: { required: ['app'] },
  })),
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
      then: withRoleChoices(toSchema(settings)),
    })),
  };
}

/** A field with choices may have the roles. */
function withRoleChoices(schema: JsonObject): JsonObject {
  const properties = schema.properties as Record<string, JsonObject>;
  const { choices } = properties;
  if (!choices) return schema;
  const { description, ...list } = choices;
  const either = { description, anyOf: [{ type: 'string', enum: [ROLES] }, list] };
  return { ...schema, properties: { ...properties, choices: either } };
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
      if (path.length === 0) return;
      if (zodSchema._zod.def === localizedText.def) {
        delete jsonSchema.anyOf;
        jsonSchema.allOf = [{ $ref: '#/definitions/text' }];
      }
      if (zodSchema._zod.def !== filterSetting.def) return;
      for (const own of Object.keys(condition)) delete jsonSchema[own];
      jsonSchema.allOf = [{ $ref: '#/definitions/condition' }];
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
