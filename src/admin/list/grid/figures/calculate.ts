import {
  aggregateFunctions,
  functionsOf,
  type AggregateFunction,
} from '../../../../descriptor/filter/aggregates.ts';
import type { Field } from '../../../../fields/field.ts';

export type Figure = { function: AggregateFunction; value: string | number };

/**
 * The figures of some cells, as the server calculates them over whole columns: only functions that all their fields
 * have. Dates compare as their ISO texts.
 */
export function calculate(cells: readonly { field: Field; value: unknown }[]): Figure[] {
  const fields = [...new Set(cells.map(({ field }) => field))];
  const kinds = new Set(fields.map(toKind));
  const isMixed = kinds.size > 1;
  const fits = (name: AggregateFunction): boolean =>
    fields.every((field) => functionsOf(field).includes(name)) && (!isMixed || counts.has(name));
  const offered = aggregateFunctions.filter(fits);
  const values = cells.flatMap(({ value }) => (Array.isArray(value) ? value : [value]));
  const filled = values.filter((value) => value !== null && value !== undefined && value !== '');
  const empty = cells.filter(({ value }) => isEmpty(value)).length;
  const sorted = [...(filled as (string | number)[])].sort((a, b) => (a < b ? -1 : Number(a > b)));
  return offered.flatMap((name) => {
    const value = toValue(name, sorted, { empty, cells: cells.length });
    return value === undefined ? [] : [{ function: name, value }];
  });
}

const counts: ReadonlySet<AggregateFunction> = new Set(['count', 'empty', 'unique']);

/** Values of one kind can be added and compared. */
function toKind({ kind, settings, type }: Field): string {
  if (kind.text.isSpelled) return type;
  const { sql } = kind.column(settings);
  return sql === 'bigint' || sql === 'double precision' ? 'number' : sql;
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

function toValue(
  name: AggregateFunction,
  sorted: readonly (string | number)[],
  { empty, cells }: { empty: number; cells: number },
): string | number | undefined {
  const sum = (): number => sorted.reduce<number>((total, value) => total + Number(value), 0);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  const isNumber = typeof low === 'number' && typeof high === 'number';
  const some = <Value>(value: Value): Value | undefined =>
    sorted.length === 0 ? undefined : value;
  const values: Record<AggregateFunction, string | number | undefined> = {
    count: cells - empty,
    empty,
    unique: new Set(sorted).size,
    sum: some(sum()),
    avg: some(sum() / sorted.length),
    min: sorted[0],
    max: sorted.at(-1),
    median: isNumber ? (low + high) / 2 : low,
  };
  return values[name];
}
