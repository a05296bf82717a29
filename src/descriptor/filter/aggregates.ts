import type { Field } from '../../fields/type/field.ts';
import type { SqlType } from '../../fields/type/field-type.ts';
import { unitFieldOf } from '../../fields/type/unit-of.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { isMany } from '../field-check.ts';
import { parseCountedPaths } from './query-lists.ts';
import { parseColumn, type QueryContext } from './query-term.ts';

/** What can be calculated from the values of one field. */
export const aggregateFunctions = [
  'count',
  'empty',
  'unique',
  'sum',
  'avg',
  'min',
  'max',
  'median',
] as const;

export type AggregateFunction = (typeof aggregateFunctions)[number];

/** A function of one field, written `year:avg`. */
export type Measure = { path: string; function: AggregateFunction };

export const maxMeasures = 50;
export const maxGroupLevels = 3;

/** Their results are numbers of records or values, whatever the field holds; they need no unit. */
export const countFunctions: readonly AggregateFunction[] = ['count', 'empty', 'unique'];
const ordered: readonly AggregateFunction[] = [...countFunctions, 'min', 'max', 'median'];

const functionsOfType: Readonly<Record<SqlType, readonly AggregateFunction[]>> = {
  text: countFunctions,
  boolean: countFunctions,
  bigint: aggregateFunctions,
  'double precision': aggregateFunctions,
  numeric: aggregateFunctions,
  date: ordered,
  time: ordered,
  'time(0)': ordered,
  timestamptz: ordered,
  jsonb: ['count', 'empty'],
};

/** The functions that make sense for the values of a field; in groups, members of lists are not counted once more. */
export function functionsOf(field: Field, inGroups = false): readonly AggregateFunction[] {
  const { kind, settings } = field;
  if (kind.filter.operators.length === 0) return [];
  if (!isMany(field)) return functionsOfType[kind.column(settings).sql];
  return inGroups ? countFunctions.filter((name) => name !== 'unique') : countFunctions;
}

/** The same for a caller who can read only some fields: figures of amounts tell their unit. */
function functionsFor(
  context: QueryContext,
  field: Field,
  inGroups: boolean,
): readonly AggregateFunction[] {
  const offered = functionsOf(field, inGroups);
  const unit = unitFieldOf(field);
  const isHidden = unit !== undefined && 'problems' in parseColumn(context, unit, '');
  return isHidden ? offered.filter((name) => countFunctions.includes(name)) : offered;
}

/** Parses `year:avg,genre:unique`. */
export function parseMeasures(
  context: QueryContext,
  text: string,
  at: string,
  inGroups = false,
): { measures: Measure[] } | { problems: Problem[] } {
  const names = text.split(',');
  if (names.length > maxMeasures) return { problems: [problem('Q019', at, { max: maxMeasures })] };
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) return { problems: [problem('Q016', at, { value: twice })] };
  const measures: Measure[] = [];
  const problems = names.flatMap((written): Problem[] => {
    const cut = written.lastIndexOf(':');
    if (cut < 1) return [problem('Q004', at, { expected: 'measures' })];
    const [path, name] = [written.slice(0, cut), written.slice(cut + 1)];
    const column = parseColumn(context, path, `${at}.${path}`);
    if ('problems' in column) return column.problems;
    const offered = functionsFor(context, column.field, inGroups);
    const functionName = offered.find((each) => each === name);
    if (functionName) measures.push({ path, function: functionName });
    const functions = offered.join(', ');
    return functionName ? [] : [problem('Q023', `${at}.${path}`, { function: name, functions })];
  });
  return problems.length > 0 ? { problems } : { measures };
}

/** Parses `material,year` into the fields to group by, the outermost first. */
export function parseGroupPaths(context: QueryContext, text: string, at: string) {
  return parseCountedPaths(context, text, at, maxGroupLevels);
}
