import type { Field } from '../../../fields/type/field.ts';
import { FROM, UP_TO, qualifierOf } from '../../../fields/type/qualifier-of.ts';
import { asObject, asTexts, isBroken, type DraftResource } from '../draft.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';
import { isMany } from '../../field-check.ts';
import { suggestHint } from '../../suggest.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';
import type { Path } from '../source-text.ts';

const bounds: readonly unknown[] = [...UP_TO, ...FROM];

/** Checks qualifiers: their fields and choices, and that each role that reads a value also reads its qualifier. */
export function checkQualifiers(resource: DraftResource): Flaw[] {
  return [...resource.fields.values()].flatMap((field) => {
    const path = ['resources', resource.name, 'fields', field.name];
    const parts = field.kind.parts?.(field.settings) ?? new Map<string, Field>();
    const beside = { ...resource, fields: parts, fieldNames: [...parts.keys()] };
    return [
      ...checkOne(resource, field, path),
      ...[...parts.values()].flatMap((part) =>
        checkOne(beside, part, [...path, 'fields', part.name]),
      ),
    ];
  });
}

function checkOne(resource: DraftResource, field: Field, at: Path): Flaw[] {
  const name = qualifierOf(field, field.name);
  if (name === undefined || isBroken(resource, name)) return [];
  const path = [...at, 'qualifier'];
  const qualifier = resource.fields.get(name);
  if (!qualifier) {
    const hint = suggestHint(name, resource.fieldNames);
    return [flaw('D011', path, { value: name, resource: resource.name }, hint)];
  }
  const { offered = [] } = qualifier.kind.offers?.(qualifier.settings) ?? {};
  const isFit = offered.some((each) => bounds.includes(each));
  if (!isFit || isMany(qualifier) || isDerived(qualifier))
    return [flaw('D119', path, { value: name })];
  // A role that reads an object reads all of its parts.
  return at.length > 4 ? [] : checkReaders(resource, field, qualifier, path);
}

/** A condition on the value reveals the qualifier. */
function checkReaders(
  { declared }: DraftResource,
  field: Field,
  qualifier: Field,
  path: Path,
): Flaw[] {
  const roles = Object.keys(asObject(declared.permissions));
  const value = `${String(path[1])}.${qualifier.name}`;
  const hidden = roles
    .filter((role) => field.read?.includes(role) ?? true)
    .filter((role) => qualifier.read?.includes(role) === false)
    .map((role) => flaw('D031', path, { value, role }));
  const open = asTexts(asObject(declared.public).fields);
  const isPublic = open.includes(field.name) && !open.includes(qualifier.name);
  return isPublic
    ? [...hidden, flaw('D047', path, { value: field.name, reads: qualifier.name })]
    : hidden;
}
