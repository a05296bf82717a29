import type { InferredField } from '../../../../contract/structure/inferred-fields.ts';
import { mayAdminister } from '../../../../descriptor/access.ts';
import { type Descriptor, operations } from '../../../../descriptor/descriptor.ts';
import { createFieldNames } from '../../../../descriptor/infer/names.ts';
import { isObject, type JsonObject } from '../../../../descriptor/json-object.ts';
import { nameToLabel } from '../../../../descriptor/name-to-label.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { kindNamed, kindOf, type Need } from './field-kinds.ts';

/** The collection of a reference to its own collection, whose name can still change. */
export const OWN = '=';

/** A field of a new collection, as the person describes it. */
export type FieldDraft = {
  key: string;
  label: string;
  /** The name of a kind. */
  kind: string;
  isRequired: boolean;
  isUnique: boolean;
  /** The values of a choice, separated by commas. */
  choices: string;
  /** The collection of a reference. */
  to: string;
  /** The code of the currency of an amount of money. */
  currency: string;
  /** Further settings of a field from a file, as long as its kind stays. */
  settings?: JsonObject;
  /** The column of a file with its values. */
  column?: InferredField;
  /** The person wants nothing of that column. */
  isLeftOut?: boolean;
};

export function emptyField(): FieldDraft {
  return {
    key: crypto.randomUUID(),
    label: '',
    kind: 'text',
    isRequired: false,
    isUnique: false,
    choices: '',
    to: '',
    currency: '',
  };
}

/** The field that the server proposes for a column. */
export function toFieldDraft(column: InferredField): FieldDraft {
  const { label, declaration } = column;
  const { type: _, required, unique, choices, to, currency, ...settings } = declaration;
  return {
    key: column.column,
    label,
    kind: kindOf(declaration),
    isRequired: required === true,
    isUnique: unique === true,
    choices: Array.isArray(choices) ? choices.join(', ') : '',
    to: typeof to === 'string' ? to : '',
    currency: typeof currency === 'string' ? currency : '',
    settings,
    column,
  };
}

/** The fields that have a label, with the names that follow from their labels. */
export function nameFields(
  collection: string,
  fields: readonly FieldDraft[],
): readonly { name: string; field: FieldDraft }[] {
  const used = fields.filter(({ label, isLeftOut }) => label.trim() !== '' && !isLeftOut);
  const names = createFieldNames(collection, {
    columns: used.map(({ label }) => ({ name: label })),
  });
  return used.map((field) => ({ name: names.nameField(field.label.trim()).name, field }));
}

/** What a field lacks of what its kind needs. */
export function lackOf({ kind, choices, to, currency }: FieldDraft): Need | undefined {
  const need = kindNamed(kind)?.need;
  const has: Record<Need, boolean> = {
    choices: toChoices(choices).length > 0,
    to: to !== '',
    currency: /^[A-Z]{3}$/.test(currency),
  };
  return need !== undefined && !has[need] ? need : undefined;
}

function toChoices(text: string): string[] {
  return [...new Set(text.split(/[,\n;]/).map((one) => one.trim()))].filter((one) => one !== '');
}

export type CollectionDraft = {
  name: string;
  label: string | JsonObject | undefined;
  fields: readonly FieldDraft[];
  /** The label field of its records, by its key; none: the first descriptive field. */
  titleKey: string;
  group: string;
  permissions: JsonObject;
  importKey?: string | undefined;
};

/** The declaration of a new collection, with the settings in their usual order. */
export function toDeclaration(draft: CollectionDraft): JsonObject {
  const { name, label, group, permissions, titleKey, importKey } = draft;
  const fields = nameFields(name, draft.fields);
  const title = fields.find(({ field }) => field.key === titleKey)?.name;
  const declared = fields.map(({ name: own, field }) => {
    const declaration = toField(own, field, name);
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

function toField(name: string, field: FieldDraft, collection: string): JsonObject {
  const { declaration = { type: field.kind }, need } = kindNamed(field.kind) ?? {};
  return {
    ...declaration,
    ...labelOf(name, field.label),
    ...(need === 'choices' && { choices: toChoices(field.choices) }),
    ...(need === 'to' && { to: field.to === OWN ? collection : field.to }),
    ...(need === 'currency' && { currency: field.currency }),
    ...field.settings,
    ...(field.isRequired && { required: true }),
    ...(field.isUnique && { unique: true }),
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
