import type { RenamedChoice } from '../../fields/type/field-type.ts';
import { isObject } from '../json-object.ts';

/** Replaces choices by their new names: the value itself, the members of a list, or the parts of an object. */
export function renameChoices(renamed: readonly RenamedChoice[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => renameChoices(renamed, one));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([part, one]) => [part, renameChoices(ofPart(renamed, part), one)]),
    );
  return renamed.find(({ part, from }) => part === undefined && from === value)?.to ?? value;
}

/** The choices of a part of an object, as those of a field. */
export function ofPart(renamed: readonly RenamedChoice[], name: string): RenamedChoice[] {
  return renamed.flatMap(({ part, from, to }) => (part === name ? [{ from, to }] : []));
}
