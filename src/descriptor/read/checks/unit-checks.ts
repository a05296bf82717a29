import { z } from 'zod';
import type { Field } from '../../../fields/type/field.ts';
import { isMany } from '../../field-check.ts';
import { suggestHint } from '../../suggest.ts';
import { isBroken, type DraftResource } from '../draft.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';
import type { Path } from '../source-text.ts';

/** Checks the currencies of amounts: that they exist, and that the field that holds them can hold only such. */
export function checkUnits(resource: DraftResource): Flaw[] {
  return [...resource.fields.values()].flatMap(({ name, kind, settings }) => {
    if (!kind.unit) return [];
    const path = ['resources', resource.name, 'fields', name, kind.unit.setting];
    const units = kind.unit.known();
    const unit = kind.unit.of(settings);
    if (typeof unit === 'object') return checkHolder(resource, unit.field, units, path);
    if (units.includes(unit)) return [];
    return [flaw('D060', path, { value: unit }, suggestHint(unit, units))];
  });
}

function checkHolder(
  resource: DraftResource,
  name: string,
  units: readonly string[],
  path: Path,
): Flaw[] {
  if (isBroken(resource, name)) return [];
  const at = [...path, '$field'];
  const field = resource.fields.get(name);
  if (!field) {
    const hint = suggestHint(name, resource.fieldNames);
    return [flaw('D011', at, { value: name, resource: resource.name }, hint)];
  }
  if (!isOneText(field)) return [flaw('D061', at, { value: name })];
  const unknown = valuesOf(field).find((value) => !units.includes(value));
  return unknown === undefined ? [] : [flaw('D062', at, { field: name, value: unknown })];
}

/** Whether a field can hold the unit of another one. */
export function mayHoldUnit(field: Field, units: readonly string[]): boolean {
  return isOneText(field) && valuesOf(field).every((value) => units.includes(value));
}

function isOneText(field: Field): boolean {
  const { sql } = field.kind.column(field.settings);
  return sql === 'text' && !field.kind.relation && !isMany(field);
}

/** The texts that a field with choices accepts. */
function valuesOf({ kind, settings }: Field): readonly string[] {
  return (z.toJSONSchema(kind.value(settings), { io: 'input' }).enum ?? []) as string[];
}
