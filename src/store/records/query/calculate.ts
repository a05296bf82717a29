import type { Calculation } from '../../../descriptor/rules/derived-defaults.ts';
import { requireEntry } from '../../../fields/require-entry.ts';
import type { Connection } from '../../connection/connection.ts';
import { createParams } from '../../connection/sql.ts';
import { kindTypes, type Paths } from '../../schema/expression/compile-expression.ts';
import { resultSql } from '../../schema/expression/computed-sql.ts';
import { sqlTypes } from '../../sql-types.ts';
import { toVariable } from '../sql/scope.ts';

/** The results of an expression over rows of given values, in their order. Reads no table. */
export async function calculate(
  connection: Connection,
  { field, expression, kinds, timeZone }: Calculation,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly unknown[]> {
  const names = new Map([...kinds.keys()].map((path, at) => [path, `v${at}`]));
  const given = rows.map((row) =>
    Object.fromEntries([...names].map(([path, name]) => [name, row[path] ?? null])),
  );
  const params = createParams([JSON.stringify(given)]);
  const reach: Paths = {
    anchor: `''::text`,
    timeZone,
    path: (path) => {
      const kind = requireEntry(kinds, path);
      const name = requireEntry(names, path);
      return { kind, sql: kind === 'text' ? `(${name} collate "und-x-icu")` : name };
    },
    variable: (variable) => toVariable(variable, params),
    rollup: ({ of }) => {
      throw new Error(`${of.path} has no value here`);
    },
  };
  const { sql: type } = field.kind.column(field.settings);
  const result = sqlTypes[type].toJson(resultSql(field, expression, reach));
  const columns = [...kinds].map(([path, kind]) => `${names.get(path)} ${kindTypes[kind]}`);
  // The number keeps the order, and a row that has no other value.
  const text = `select ${result} from jsonb_to_recordset($1::jsonb) as r(${['n int', ...columns].join(', ')})`;
  const answer = await connection.run<[unknown]>({ text, values: params.values });
  return answer.map(([value]) => value);
}
