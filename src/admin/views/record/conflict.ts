import { isSameJson } from '../../../descriptor/json-object.ts';
import type { Field } from '../../../fields/field.ts';
import type { Values } from './form-values.ts';

export type Side = 'theirs' | 'mine';

/** A field that is not as it was when the form was opened. */
export type Conflict = {
  field: Field;
  theirs: unknown;
  mine: unknown;
  /** Which one to keep; open where both sides changed it differently, or the user may not write it. */
  chosen: Side | undefined;
  /** Only they can have changed it. */
  isTheirs: boolean;
};

type Sides = {
  /** What the form was opened with. */
  base: Readonly<Values>;
  /** What the server has now. */
  current: Readonly<Values>;
  /** What the form would save. */
  changes: Readonly<Values>;
};

/** Every field one of the two sides touched, with the side that needs no asking chosen. */
export function toConflicts(
  fields: readonly Field[],
  { base, current, changes }: Sides,
): Conflict[] {
  return fields.flatMap((field) => {
    const { name } = field;
    const theirs = current[name] ?? null;
    const isTheirs = !isSameJson(theirs, base[name] ?? null);
    const isMine = Object.hasOwn(changes, name);
    const mine = isMine ? changes[name] : (base[name] ?? null);
    if (!isTheirs && !isMine) return [];
    if (isTheirs && isMine && isSameJson(theirs, mine)) return [];
    const chosen = isTheirs && isMine ? undefined : isMine ? 'mine' : 'theirs';
    return [{ field, theirs, mine, chosen, isTheirs: isTheirs && !isMine }];
  });
}

/** What is left to save upon the current record. */
export function toMerged(conflicts: readonly Conflict[]): Values {
  return Object.fromEntries(
    conflicts
      .filter((conflict) => conflict.chosen === 'mine')
      .map((conflict) => [conflict.field.name, conflict.mine]),
  );
}
