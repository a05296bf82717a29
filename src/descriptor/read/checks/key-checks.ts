import { isDerived } from '../../../fields/type/is-derived.ts';
import type { Field } from '../../../fields/type/field.ts';
import { isMany } from '../../field-check.ts';
import { targetOf } from '../../lookups.ts';
import { asTexts, type Draft, type DraftResource } from '../draft.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';

/** Checks that the import key identifies records, and that its references do not lead back to it. */
export function checkImportKey(resource: DraftResource, draft: Draft): Flaw[] {
  const { name, fields, declared } = resource;
  const path = ['resources', name, 'importKey'];
  const key = keyOf(resource);
  const named = key.flatMap((each, index) => {
    const field = fields.get(each);
    return field
      ? [{ field, at: Array.isArray(declared.importKey) ? [...path, index] : path }]
      : [];
  });
  const unfit = named.filter(({ field }) =>
    key.length > 1 ? !isPart(field) : !field.required || !field.unique,
  );
  const rings = named.filter(({ field }) => leadsBack(draft, name, field));
  if (unfit.length + rings.length > 0)
    return [
      ...unfit.map(({ field, at }) =>
        key.length > 1 ? unfitPart(field, at) : flaw('D013', at, { value: field.name }),
      ),
      ...rings.map(({ field, at }) => flaw('D110', at, { value: field.name })),
    ];
  const isWhole = key.length > 1 && new Set(named.map(({ field }) => field)).size === key.length;
  if (!isWhole || isUniqueTogether(resource, key)) return [];
  const list = key.map((each) => JSON.stringify(each)).join(', ');
  return [flaw('D111', path, { value: key.join(', ') }, `add "unique": [[${list}]]`)];
}

function keyOf({ declared: { importKey } }: DraftResource): string[] {
  return asTexts([importKey].flat());
}

function isPart(field: Field): boolean {
  const { sql } = field.kind.column(field.settings);
  const isOne = field.required && !isDerived(field) && !isMany(field) && sql !== 'jsonb';
  return isOne && !keepsZeros(field);
}

/** Whether equal values can have different texts, `14` and `14.0`, so that a file would not find the record. */
function keepsZeros({ settings }: Field): boolean {
  return settings['keepZeros'] === true;
}

function unfitPart(field: Field, at: Flaw['path']): Flaw {
  const hint = keepsZeros(field) ? 'remove "keepZeros": 14 and 14.0 are one value' : undefined;
  return flaw('D110', at, { value: field.name }, hint);
}

/** Numbers that begin again for each parent are unique together with it. */
function isUniqueTogether({ declared, fields }: DraftResource, key: readonly string[]): boolean {
  const declaredGroups = Array.isArray(declared.unique) ? declared.unique.map(asTexts) : [];
  const numbered = [...fields.values()].flatMap(({ name, numbering }) =>
    typeof numbering?.per === 'object' ? [[numbering.per.reference, name]] : [],
  );
  const isKey = (group: readonly string[]) =>
    group.length === key.length && group.every((name) => key.includes(name));
  return [...declaredGroups, ...numbered].some(isKey);
}

/** Whether the key of the record that a part refers to names, perhaps through others, a record of this resource. */
function leadsBack(
  draft: Draft,
  start: string,
  field: Field,
  within: readonly string[] = [],
): boolean {
  const to = targetOf(field);
  const target = draft.resources.get(to ?? '');
  if (to === start) return true;
  if (!target || within.includes(target.name)) return false;
  return keyOf(target).some((name) => {
    const next = target.fields.get(name);
    return next !== undefined && leadsBack(draft, start, next, [...within, target.name]);
  });
}
