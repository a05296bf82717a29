import { systemFields } from '../descriptor.ts';
import { isReservedField } from '../read/name-checks.ts';
import { isPlain, singular } from './name-tables.ts';
import { toFieldName } from './to-field-name.ts';

/** A name taken for a field, how it was called where that is told by a label, and why it was changed. */
type TakenName = { name: string; header: string; because?: string };

export type FieldNames = {
  take(column: string): TakenName;
  /** `customer_id` refers to a customer, and is called so. */
  takeReference(column: string): TakenName;
  /** With room for the name of the join table, which PostgreSQL cuts off at 63 characters. */
  takeList(to: string): TakenName;
  isSystem(column: string): boolean;
};

export function createFieldNames(
  resource: string,
  table: { columns: readonly { name: string }[] },
): FieldNames {
  const taken = new Set<string>();
  const isColumn = (name: string): boolean =>
    table.columns.some((column) => column.name.toLowerCase() === name.toLowerCase());

  function take(column: string): TakenName {
    const index = table.columns.findIndex(({ name }) => name === column);
    const plain = toFieldName(column, new Set());
    const wanted = plain ?? `column${index + 1}`;
    const free = isReservedField(wanted)
      ? `${singular(resource).slice(0, 35)}${capital(wanted)}`
      : wanted;
    const name = toFieldName(free, taken) ?? free;
    taken.add(name);
    const header = isPlain(column) || column.trim() === '' ? name : column;
    if (isReservedField(wanted))
      return { name, header, because: `${column}, which is a reserved name` };
    const because = column === name ? undefined : column;
    return { name, header, ...(because !== undefined && { because }) };
  }

  return {
    take,
    takeReference(column) {
      const stem = column.replace(/[_ -]?(id|fk|ref)$/i, '');
      const isFree = stem !== '' && stem !== column && !isColumn(stem);
      if (!isFree || !isPlain(stem)) return take(column);
      const { because: _, ...name } = take(stem);
      return { ...name, because: column };
    },
    takeList(to) {
      const room = 63 - resource.length - 2;
      return take(to.slice(0, Math.max(room - 2, 1)));
    },
    isSystem: (column) => (systemFields as readonly string[]).includes(column),
  };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
