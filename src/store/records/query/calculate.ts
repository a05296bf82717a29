import type { Calculation } from '../../../descriptor/rules/derived-defaults.ts';
import type { SqlType } from '../../../fields/type/field-type.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { Connection } from '../../connection/connection.ts';
import { createParams } from '../../connection/sql.ts';
import type { Paths } from '../../schema/expression/compile-expression.ts';
import { readValue, resultSql } from '../../schema/expression/computed-sql.ts';
import { sqlTypes } from '../../sql-types.ts';
import { toVariable } from '../sql/scope.ts';

/** The results of an expression over rows of given values, in their order. Reads no table. */
export async function calculate(
  connection: Connection,
  { field, expression, fields, timeZone }: Calculation,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly unknown[]> {
  const values = new Map(
    [...fields].flatMap(([path, of], at) => (of ? [[path, { name: `v${at}`, of }]] : [])),
  );
  const given = rows.map((row, n) => ({
    n,
    ...Object.fromEntries([...values].map(([path, { name }]) => [name, row[path] ?? null])),
  }));
  const params = createParams([JSON.stringify(given)]);
  const reach: Paths = {
    anchor: `''::text`,
    timeZone,
    path: (path) => {
      const value = values.get(path);
      if (!value) return { kind: 'nothing', sql: 'null' };
      return readValue({ field: value.of, type: typeOf(value.of), sql: value.name });
    },
    variable: (variable) => toVariable(variable, params),
    rollup: ({ of }) => {
      throw new Error(`${of.path} has no value here`);
    },
  };
  const result = sqlTypes[typeOf(field)].toJson(resultSql(field, expression, reach));
  const columns = [...values.values()].map(
    ({ name, of }) => `${name} ${sqlTypes[typeOf(of)].name}`,
  );
  const from = `jsonb_to_recordset($1::jsonb) as r(${['n int', ...columns].join(', ')})`;
  const text = `select ${result} from ${from} order by r.n`;
  const answer = await connection.run<[unknown]>({ text, values: params.values });
  return answer.map(([value]) => value);
}

function typeOf({ kind, settings }: Field): SqlType {
  return kind.column(settings).sql;
}
