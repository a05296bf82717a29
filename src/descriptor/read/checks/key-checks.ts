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
        flaw(key.length > 1 ? 'D110' : 'D013', at, { value: field.name }),
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
  return field.required && !isDerived(field) && !isMany(field) && sql !== 'jsonb';
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
