import type { InferredField } from '../../../../contract/structure/inferred-fields.ts';
import { mayAdminister } from '../../../../descriptor/access.ts';
import { type Descriptor, operations } from '../../../../descriptor/descriptor.ts';
import { createFieldNames } from '../../../../descriptor/infer/names.ts';
import { isObject, type JsonObject } from '../../../../descriptor/json-object.ts';
import { nameToLabel } from '../../../../descriptor/name-to-label.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { neededBy } from '../settings/field-kinds.ts';
import { firstOf, toWords, type Labels } from '../settings/label-inputs.tsx';
import type { Setting } from '../settings/to-settings.ts';

/** The collection of a reference to its own collection, whose name can still change. */
export const OWN = '=';

/** A field of a new collection, as the person describes it. */
export type FieldDraft = {
  key: string;
  labels: Labels;
  /** The type, with what it needs. */
  declaration: JsonObject;
  isRequired: boolean;
  isUnique: boolean;
  /** The column of a file with its values. */
  column?: InferredField;
  /** The person wants nothing of that column. */
  isLeftOut?: boolean;
};

export function emptyField(): FieldDraft {
  return {
    key: crypto.randomUUID(),
    labels: {},
    declaration: { type: 'text' },
    isRequired: false,
    isUnique: false,
  };
}

/** The field that the server proposes for a column, labelled in the language of the reader. */
export function toFieldDraft(column: InferredField, language: string): FieldDraft {
  const { required, unique, ...declaration } = column.declaration;
  return {
    key: column.column,
    labels: { [language]: column.label },
    declaration,
    isRequired: required === true,
    isUnique: unique === true,
    column,
  };
}

export type NamedField = { name: string; label: string; field: FieldDraft };

/** The fields that have a label, with the names that follow from their labels. */
export function nameFields(
  collection: string,
  fields: readonly FieldDraft[],
  languages: readonly string[],
): readonly NamedField[] {
  const used = fields
    .map((field) => ({ label: firstOf(field.labels, languages), field }))
    .filter(({ label, field }) => label !== '' && !field.isLeftOut);
  const names = createFieldNames(collection, {
    columns: used.map(({ label }) => ({ name: label })),
  });
  return used.map((one) => ({ name: names.nameField(one.label).name, ...one }));
}

/** What a field lacks of what its type needs. */
export function lackOf({ declaration }: FieldDraft): Setting | undefined {
  return neededBy(String(declaration['type'])).find(({ name }) => declaration[name] === undefined);
}

export type CollectionDraft = {
  name: string;
  label: string | JsonObject | undefined;
  fields: readonly FieldDraft[];
  /** Of the app. */
  languages: readonly string[];
  /** The label field of its records, by its key; none: the first descriptive field. */
  titleKey: string;
  group: string;
  permissions: JsonObject;
  importKey?: string | undefined;
};

/** The declaration of a new collection, with the settings in their usual order. */
export function toDeclaration(draft: CollectionDraft): JsonObject {
  const { name, label, group, permissions, titleKey, importKey, languages } = draft;
  const fields = nameFields(name, draft.fields, languages);
  const title = fields.find(({ field }) => field.key === titleKey)?.name;
  const declared = fields.map(({ name: own, field }) => {
    const declaration = toField(draft, own, field);
    const isSearched = own === title && declaration['type'] === 'text';
    return [own, { ...declaration, ...(isSearched && { search: true }) }] as const;
  });
  const key = fields.find(({ name: own }) => own === importKey)?.field;
  return {
    ...(group !== '' && { group }),
    ...labelOf(name, label),
    ...(title !== undefined && { title: `{${title}}` }),
    ...(key?.isRequired && key.isUnique && { importKey }),
    fields: Object.fromEntries(declared),
    permissions,
  };
}

function toField(
  { name: collection, languages }: CollectionDraft,
  name: string,
  { declaration, labels, isRequired, isUnique }: FieldDraft,
): JsonObject {
  const { type, ...settings } = declaration;
  return {
    type,
    ...labelOf(name, toWords(labels, languages, nameToLabel(name))),
    ...settings,
    ...(settings['to'] === OWN && { to: collection }),
    ...(isRequired && { required: true }),
    ...(isUnique && { unique: true }),
  };
}

/** No label is needed if the name gives the same. */
function labelOf(name: string, label: string | JsonObject | undefined): JsonObject {
  const text = typeof label === 'string' ? label.trim() : label;
  return text === undefined || text === '' || text === nameToLabel(name) ? {} : { label: text };
}

/** What each role may do, without conditions, because those are about the fields of another collection. */
export type PlainRights = Readonly<Record<string, readonly string[]>>;

/** The permissions of a collection; `left` are the roles that may do less, because they have some records only. */
export function permissionsLike(
  declared: JsonObject,
  collection: string,
): { rights: PlainRights; left: readonly string[] } {
  const { permissions } = asObject(asObject(declared.resources)[collection]);
  const set =
    typeof permissions === 'string' ? asObject(declared.permissionSets)[permissions] : permissions;
  const roles = Object.entries(asObject(set));
  const plain = roles.map(([role, rights]) => [role, plainOf(rights)] as const);
  return {
    rights: Object.fromEntries(plain.filter(([, rights]) => rights.length > 0)),
    left: roles.flatMap(([role, rights]) => (hasConditions(rights) ? [role] : [])),
  };
}

function plainOf(rights: unknown): readonly string[] {
  if (Array.isArray(rights)) return rights.map(String);
  return operations.filter((one) => asObject(rights)[one] === true);
}

function hasConditions(rights: unknown): boolean {
  return isObject(rights) && Object.values(rights).some((right) => typeof right !== 'boolean');
}

/** Everything for a role; one that may do everything needs no entry. */
export function permissionsOf(descriptor: Descriptor, role: string): PlainRights {
  return mayAdminister(descriptor, role) ? {} : { [role]: operations };
}
