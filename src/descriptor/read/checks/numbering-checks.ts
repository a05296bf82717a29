import { requireItem } from '../../../fields/require-entry.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { FieldType } from '../../../fields/type/field-type.ts';
import { formatWords, parseNumberFormat, type Numbering } from '../../../fields/type/numbering.ts';
import { fieldTypes } from '../../../fields/registry.ts';
import { suggest, suggestHint } from '../../suggest.ts';
import { asObject, asObjects, isBroken, type DraftResource } from '../draft.ts';
import { flaw, type Flaw, keyFlaw } from '../grammar-problems.ts';
import type { Path } from '../source-text.ts';

/** Checks numbered fields: their format, what they count within, and settings that only apply to entered values. */
export function checkNumbering(resource: DraftResource): Flaw[] {
  return [
    ...[...resource.fields.values()].flatMap((field) => {
      const { numbering } = field;
      if (!numbering) return [];
      const path = ['resources', resource.name, 'fields', field.name];
      return [
        ...checkFormat(field, numbering, path),
        ...checkPer(resource, field, numbering, path),
        ...checkSettings(asObject(asObject(resource.declared.fields)[field.name]), path),
      ];
    }),
    ...checkForms(resource),
  ];
}

function checkFormat({ settings }: Field, { per, format }: Numbering, path: Path): Flaw[] {
  const at = [...path, 'format'];
  const { unknown } = parseNumberFormat(String(settings['format']));
  if (unknown.length > 0) {
    const reason = `${requireItem(unknown, 0)} has no meaning; use {number}, {number:5} with 1 to 15 digits, or {year}`;
    return [flaw('D084', at, { reason }, hintFor(requireItem(unknown, 0)))];
  }
  const numbers = format.filter((piece) => 'is' in piece && piece.is === 'number').length;
  if (numbers !== 1) {
    const reason = numbers === 0 ? 'it has no {number}' : 'it has more than one {number}';
    return [flaw('D084', at, { reason }, numbers === 0 ? 'such as O-{number:5}' : undefined)];
  }
  const hasYear = format.some((piece) => 'is' in piece && piece.is === 'year');
  // Without a format of its own, the field has none to point at.
  if (per === 'year' && !hasYear)
    return [flaw('D086', [...path, 'per'], {}, 'such as {year}-{number:4}')];
  return [];
}

function hintFor(placeholder: string): string | undefined {
  const [word = '', ...rest] = placeholder.slice(1, -1).split(':');
  const meant = suggest(word, formatWords);
  if (meant === undefined || meant === word) return undefined;
  return `did you mean {${[meant, ...rest].join(':')}}?`;
}

function checkPer(
  resource: DraftResource,
  { unique }: Field,
  { per }: Numbering,
  path: Path,
): Flaw[] {
  if (typeof per !== 'object') return [];
  const value = per.reference;
  if (isBroken(resource, value)) return [];
  const parent = resource.fields.get(value);
  const isParent = (field: Field) =>
    field.required && field.kind.relation?.(field.settings).many === false;
  if (!parent || !isParent(parent)) {
    const parents = [...resource.fields.values()].filter(isParent).map(({ name }) => name);
    const hint =
      suggestHint(value, ['year', ...parents]) ??
      (parent ? 'add "required": true to the reference' : undefined);
    return [flaw('D085', [...path, 'per'], { value }, hint)];
  }
  if (!unique) return [];
  const reason = `numbers begin again for each ${value}, so records share them`;
  return [keyFlaw('D007', [...path, 'unique'], { reason })];
}

const entered = ['default', 'write', 'when'];

function checkSettings(declared: Readonly<Record<string, unknown>>, path: Path): Flaw[] {
  const reason = 'it applies to values that people enter, and the system gives this one';
  return entered
    .filter((name) => declared[name] !== undefined)
    .map((name) => keyFlaw('D007', [...path, name], { reason }));
}

/** The form of an action asks for values, and nobody enters a number. */
function checkForms({ name, declared }: DraftResource): Flaw[] {
  return asObjects(declared.actions).flatMap(({ form }, index) =>
    Object.entries(asObject(asObject(form).fields))
      .filter(([, field]) => isNumberedType(asObject(field)['type']))
      .map(([field]) => {
        const path = ['resources', name, 'actions', index, 'form', 'fields', field, 'type'];
        const reason = 'a form can only ask for values that people enter';
        return flaw('D007', path, { reason });
      }),
  );
}

function isNumberedType(type: unknown): boolean {
  return kinds[String(type)]?.numbering !== undefined;
}

const kinds: Readonly<Record<string, FieldType>> = fieldTypes;
