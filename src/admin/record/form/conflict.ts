import { isMany } from '../../../descriptor/field-check.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { Values } from './form-values.ts';

/** `both` is for lists: what either side added, without what either side removed. */
export type ConflictChoice = 'theirs' | 'mine' | 'both';

/** A field, or a part of an object, that has changed since the form was opened. */
export type Conflict = {
  /** Its path, such as `size.unit`. */
  name: string;
  field: Field;
  /** The object that it is a part of, and the current value of that object. */
  whole?: { field: Field; theirs: unknown };
  before: unknown;
  theirs: unknown;
  mine: unknown;
  /** For a list that both sides changed. */
  both?: readonly unknown[];
  /** The side to save; undefined while the user has to choose, because both sides changed it differently. */
  chosen: ConflictChoice | undefined;
  /** Only the other side changed it. */
  isTheirs: boolean;
};

type Sides = {
  /** The values the form was opened with. */
  base: Readonly<Values>;
  /** The values on the server now. */
  current: Readonly<Values>;
  /** The changes the form would save. */
  changes: Readonly<Values>;
};

/** Every field that one of the two sides changed. If only one side changed it, that side is chosen. */
export function toConflicts(fields: readonly Field[], { base, current, changes }: Sides) {
  return fields.flatMap((field) => {
    const { name } = field;
    const before = base[name] ?? null;
    const theirs = current[name] ?? null;
    const mine = Object.hasOwn(changes, name) ? changes[name] : before;
    const conflict = toConflict(name, field, { before, theirs, mine });
    const parts = field.kind.parts?.(field.settings);
    // If both sides changed an object, they may have changed different parts of it.
    if (!parts || !conflict || conflict.chosen !== undefined) return conflict ?? [];
    return [...parts].flatMap(([part, partField]) => {
      const values = { before: inside(before), theirs: inside(theirs), mine: inside(mine) };
      const own = toConflict(`${name}.${part}`, partField, values);
      return own ? { ...own, whole: { field, theirs } } : [];

      function inside(value: unknown): unknown {
        return (value as Values | null)?.[part] ?? null;
      }
    });
  });
}

function toConflict(
  name: string,
  field: Field,
  values: Pick<Conflict, 'before' | 'theirs' | 'mine'>,
): Conflict | undefined {
  const { before, theirs, mine } = values;
  const isTheirs = !isSameJson(theirs, before);
  const isMine = !isSameJson(mine, before);
  if ((!isTheirs && !isMine) || (isTheirs && isMine && isSameJson(theirs, mine))) return undefined;
  const isOpen = isTheirs && isMine;
  const side = isMine ? 'mine' : 'theirs';
  return {
    name,
    field,
    ...values,
    ...(isOpen && isMany(field) && { both: merged(values) }),
    chosen: isOpen ? undefined : side,
    isTheirs: isTheirs && !isMine,
  };
}

function merged({ before, theirs, mine }: Pick<Conflict, 'before' | 'theirs' | 'mine'>) {
  const [old, other, own] = [before, theirs, mine].map((list) => (list ?? []) as unknown[]);
  const has = (list: readonly unknown[] | undefined, member: unknown): boolean =>
    list!.some((each) => isSameJson(each, member));
  const kept = other!.filter((member) => has(own, member) || !has(old, member));
  return [...kept, ...own!.filter((member) => !has(old, member) && !has(kept, member))];
}

/** The changes to save on top of the current record. */
export function toMerged(conflicts: readonly Conflict[]): Values {
  const values: Values = {};
  for (const { field, whole, mine, both, chosen } of conflicts) {
    if (chosen !== 'mine' && chosen !== 'both') continue;
    const value = chosen === 'both' ? both : mine;
    if (whole === undefined) values[field.name] = value;
    else {
      const { name } = whole.field;
      values[name] = { ...((values[name] ?? whole.theirs) as Values | null), [field.name]: value };
    }
  }
  return values;
}
