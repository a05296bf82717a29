import { isEmptyValue } from '../../../../fields/is-empty-value.ts';
import type { Figure } from '../../../../contract/aggregates.ts';
import {
  aggregateFunctions,
  countFunctions,
  functionsOf,
  type AggregateFunction,
} from '../../../../descriptor/filter/aggregates.ts';
import {
  compareDecimals,
  divideDecimal,
  sumDecimals,
} from '../../../../fields/text/decimal-digits.ts';
import { unitFieldOf } from '../../../../fields/type/unit-of.ts';
import type { Field } from '../../../../fields/type/field.ts';

type Cell = {
  field: Field;
  value: unknown;
  /** Amounts of different units are only counted. */
  unit?: string | undefined;
  /** It is a bound, such as `<0.5`. */
  isBound?: boolean;
};

type CellFigure = { function: AggregateFunction; value: Figure };

/**
 * The figures of some cells, as the server calculates them over whole columns: only functions that all their fields
 * have. Dates compare as their ISO texts.
 */
export function calculate(cells: readonly Cell[]): CellFigure[] {
  const fields = [...new Set(cells.map(({ field }) => field))];
  const kinds = new Set(fields.map(toKind));
  const [unit, ...otherUnits] = new Set(
    cells.filter(({ value }) => !isEmptyValue(value)).map((cell) => cell.unit),
  );
  const isMixed = kinds.size > 1 || otherUnits.length > 0;
  const showsUnit = fields.some((field) => unitFieldOf(field) !== undefined);
  const fits = (name: AggregateFunction): boolean =>
    fields.every((field) => functionsOf(field).includes(name)) &&
    (!isMixed || countFunctions.includes(name));
  const offered = aggregateFunctions.filter(fits);
  const values = cells.flatMap(({ value }) => (Array.isArray(value) ? value : [value]));
  const filled = values.filter((value) => value !== null && value !== undefined && value !== '');
  const bounds = cells.filter(({ isBound }) => isBound).length;
  const empty = cells.filter(({ value }) => isEmptyValue(value)).length;
  const isDecimal = kinds.has('numeric') && !isMixed;
  const compare = isDecimal ? compareTexts : compareValues;
  const sorted = [...(filled as (string | number)[])].sort(compare);
  return offered.flatMap((name) => {
    const value = toValue(name, sorted, { empty, cells: cells.length, isDecimal });
    if (value === undefined) return [];
    const isCount = countFunctions.includes(name);
    const inUnit = showsUnit && !isCount ? { value: String(value), unit: unit ?? null } : value;
    return [{ function: name, value: bounds > 0 && !isCount ? { value, bounds } : inUnit }];
  });
}

/** Values of one kind can be added and compared. */
function toKind({ kind, settings, type }: Field): string {
  if (kind.text.isSpelled) return type;
  const { sql } = kind.column(settings);
  return sql === 'bigint' || sql === 'double precision' ? 'number' : sql;
}

function compareValues(one: string | number, other: string | number): number {
  return one < other ? -1 : Number(one > other);
}

function compareTexts(one: string | number, other: string | number): number {
  return compareDecimals(String(one), String(other));
}

function toValue(
  name: AggregateFunction,
  sorted: readonly (string | number)[],
  { empty, cells, isDecimal }: { empty: number; cells: number; isDecimal: boolean },
): string | number | undefined {
  const { sum, mean } = isDecimal ? ofDecimals : ofNumbers;
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  const hasMean = isDecimal || (typeof low === 'number' && typeof high === 'number');
  const some = <Value>(value: Value): Value | undefined =>
    sorted.length === 0 ? undefined : value;
  const values: Record<AggregateFunction, string | number | undefined> = {
    count: cells - empty,
    empty,
    unique: new Set(sorted).size,
    sum: some(sum(sorted)),
    avg: some(mean(sorted)),
    min: sorted[0],
    max: sorted.at(-1),
    median: hasMean && low !== undefined ? mean([low, high!]) : low,
  };
  return values[name];
}

type Values = readonly (string | number)[];

const ofNumbers = {
  sum: (values: Values): number => values.reduce<number>((sum, value) => sum + Number(value), 0),
  mean: (values: Values): number => ofNumbers.sum(values) / values.length,
};

/** Exact, as the server calculates them. */
const ofDecimals = {
  sum: (values: Values): string => sumDecimals(values.map(String)),
  mean: (values: Values): string =>
    values.length === 0 ? '' : divideDecimal(ofDecimals.sum(values), values.length),
};
