import { isSameJson, type JsonObject } from '../../../../descriptor/json-object.ts';
import { fieldTypes } from '../../../../fields/registry.ts';
import type { FieldType } from '../../../../fields/type/field-type.ts';

/** A setting that the person must give: the values of a choice, the collection of a reference, or a currency. */
export type Need = 'choices' | 'to' | 'currency';

/** What a new field can be: a type, or a usual variant of one. */
export type Kind = { name: string; declaration: JsonObject; need: Need | undefined };

const examples: readonly (readonly [Need, unknown])[] = [
  ['choices', ['a']],
  ['to', 'a'],
  ['currency', 'EUR'],
];

const variants: readonly Kind[] = [
  { name: 'longText', declaration: { type: 'text', multiline: true }, need: undefined },
  { name: 'integer', declaration: { type: 'number', integer: true }, need: undefined },
];

/** The types that need no other setting, each followed by its variants. */
export const kinds: readonly Kind[] = Object.entries<FieldType>(fieldTypes).flatMap(
  ([type, { settings }]) => {
    const isPlain = settings.safeParse({}).success;
    const [need] =
      examples.find(([one, value]) => settings.safeParse({ [one]: value }).success) ?? [];
    if (!isPlain && need === undefined) return [];
    return [
      { name: type, declaration: { type }, need: isPlain ? undefined : need },
      ...variants.filter(({ declaration }) => declaration['type'] === type),
    ];
  },
);

export function kindNamed(name: string): Kind | undefined {
  return kinds.find((kind) => kind.name === name);
}

/** Whether no two records may have the same value; lists and objects cannot be compared like that. */
export function canBeUnique(name: string): boolean {
  const { declaration } = kindNamed(name) ?? {};
  const kind = Object.entries<FieldType>(fieldTypes).find(
    ([type]) => type === declaration?.['type'],
  )?.[1];
  const { type: _, ...settings } = { ...declaration, ...Object.fromEntries(examples) };
  const own = Object.entries(settings).filter(
    ([setting]) => setting in (kind?.settings.shape ?? {}),
  );
  const parsed = kind?.settings.safeParse(Object.fromEntries(own));
  const { sql, many = false } = (parsed?.success && kind?.column(parsed.data)) || { sql: 'jsonb' };
  return sql !== 'jsonb' && !many;
}

/** The kind of a declaration; a type that only the text can declare is its own. */
export function kindOf(declaration: JsonObject): string {
  const variant = variants.find(({ declaration: own }) =>
    Object.entries(own).every(([setting, value]) => isSameJson(declaration[setting], value)),
  );
  return variant?.name ?? String(declaration['type']);
}
