import type { Field } from '../../fields/type/field.ts';
import type { FieldType } from '../../fields/type/field-type.ts';
import { fieldTypes } from '../../fields/registry.ts';
import { requireValue } from '../../fields/require-entry.ts';
import { toField } from '../../fields/type/to-field.ts';
import { defaultRoles, descriptorSettings } from '../settings/descriptor-settings.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { resourceSettings } from '../settings/resource-settings.ts';
import { fieldSettings } from './grammar.ts';
import { checkGrammar, flaw, unknownSetting, unknownType, type Flaw } from './grammar-problems.ts';
import { languages as known } from '../../fields/problems/languages.ts';
import { settingNames } from './schema-at.ts';
import { markBranches } from '../tree.ts';
import type { Path } from './source-text.ts';

/**
 * The declarations while they are checked. Valid fields are already converted, everything else is kept as
 * declared, so that one mistake does not hide the next. The checks assume nothing about the declared values.
 */
export type Draft = {
  source: JsonObject;
  languages: readonly string[];
  roles: ReadonlyMap<string, { all: boolean }>;
  resources: ReadonlyMap<string, DraftResource>;
};

export type DraftResource = {
  name: string;
  declared: JsonObject;
  /** The names of all declared fields, including those with problems. */
  fieldNames: readonly string[];
  /** The fields without problems of their own. */
  fields: ReadonlyMap<string, Field>;
};

/** Whether a field is declared but has problems of its own. Other checks then report nothing about it. */
export function isBroken({ fieldNames, fields }: DraftResource, name: string): boolean {
  return fieldNames.includes(name) && !fields.has(name);
}

/** Checks every declaration against the grammar of its kind. */
export function toDraft(value: unknown): { draft: Draft; problems: Flaw[] } {
  const problems = checkGrammar(descriptorSettings, value, [], 'the file');
  const source = asObject(value);
  const languages = asTexts(asObject(source.app).languages).filter((one) =>
    known.some((has) => has === one),
  );
  const roles = Object.entries(isObject(source.roles) ? source.roles : defaultRoles);
  const resources = Object.entries(asObject(source.resources));
  const draft: Draft = {
    source,
    languages: languages.length > 0 ? languages : ['en'],
    roles: new Map(roles.map(([name, role]) => [name, { all: asObject(role).all === true }])),
    resources: new Map(
      resources.map(([name, declared]) => [name, toDraftResource(name, declared, problems)]),
    ),
  };
  markBranches(draft.resources);
  return { draft, problems };
}

function toDraftResource(name: string, value: unknown, problems: Flaw[]): DraftResource {
  const path = ['resources', name];
  problems.push(...checkGrammar(resourceSettings, value, path, 'a resource'));
  const declared = asObject(value);
  const declarations = Object.entries(asObject(declared.fields));
  const fields = declarations.flatMap(([field, declaration]) => {
    const own = checkField([...path, 'fields', field], declaration);
    problems.push(...own);
    if (own.length > 0) return [];
    const { type } = declaration as { type: string };
    const kind = requireValue(kinds[type], type);
    return [[field, toField(kind, field, declaration as JsonObject)] as const];
  });
  return {
    name,
    declared,
    fieldNames: declarations.map(([field]) => field),
    fields: new Map(fields),
  };
}

const kinds: Readonly<Record<string, FieldType>> = fieldTypes;

const settingsOfAny: ReadonlySet<string> = new Set(
  Object.values(fieldSettings).flatMap((schema) => settingNames(schema)),
);

/** Returns the problems in the declaration of one field. */
export function checkField(path: Path, declaration: unknown): Flaw[] {
  if (!isObject(declaration)) return [flaw('D004', path, { expected: 'an object in { }' })];
  const { type } = declaration;
  if (type === undefined) return [flaw('D005', [...path, 'type'])];
  const types = Object.keys(fieldTypes);
  const own = types.find((name) => name === type);
  const settings = own && fieldSettings[own];
  if (settings) return checkGrammar(settings, declaration, path, `a field of type ${own}`);
  return [
    unknownType([...path, 'type'], type, types),
    // A setting that no type has is wrong whichever type was meant.
    ...Object.keys(declaration)
      .filter((name) => !settingsOfAny.has(name))
      .map((name) => unknownSetting([...path, name], [...settingsOfAny], 'a field')),
  ];
}

/** The value if it is an object, otherwise an empty object; the grammar reports that problem. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The entries of a list. An entry that is not an object becomes an empty one, so that all keep their index. */
export function asObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

/** The texts in a list. */
export function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
