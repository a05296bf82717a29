import type { Field } from '../../../fields/type/field.ts';
import { isMany } from '../../field-check.ts';
import { splitPath, targetOf } from '../../lookups.ts';
import { suggestHint } from '../../suggest.ts';
import { isBroken, type Draft, type DraftResource } from '../draft.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';

/** Checks that a text with the page of a file names a field with one file, of its record or behind a reference. */
export function checkPageOf(resource: DraftResource, draft: Draft): Flaw[] {
  return [...resource.fields.values()].flatMap((field) => {
    const path = ['resources', resource.name, 'fields', field.name];
    const parts = [...(field.kind.parts?.(field.settings).values() ?? [])];
    return [
      ...checkOne(draft, resource, field, path),
      ...parts.flatMap((part) => checkOne(draft, resource, part, [...path, 'fields', part.name])),
    ];
  });
}

function checkOne(
  draft: Draft,
  resource: DraftResource,
  { kind, settings }: Field,
  at: readonly string[],
): Flaw[] {
  const setting = kind.pageOf?.(settings);
  if (setting === undefined) return [];
  const path = [...at, 'pageOf'];
  const [head, behind] = splitPath(setting);
  if (isBroken(resource, head)) return [];
  const first = resource.fields.get(head);
  if (!first) {
    const hint = suggestHint(head, resource.fieldNames);
    return [flaw('D011', path, { value: setting, resource: resource.name }, hint)];
  }
  const target = behind === '' ? resource : draft.resources.get(targetOf(first) ?? '');
  const end = behind || head;
  if (target && isBroken(target, end)) return [];
  return isOneFile(target?.fields.get(end)) ? [] : [flaw('D100', path, { value: setting })];
}

function isOneFile(field: Field | undefined): boolean {
  return field?.kind.files !== undefined && !isMany(field);
}
