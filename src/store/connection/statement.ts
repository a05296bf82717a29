import type { QueryRunner } from '../store.ts';

type ToValues<Given extends unknown[]> = (...given: Given) => readonly unknown[];

/** A function that runs a text by a method of the connection, with the parameters that its call makes. */
function defineCall<Given extends unknown[], Answer>(
  run: (sql: QueryRunner, values: readonly unknown[]) => Promise<Answer>,
  toValues: ToValues<Given> | undefined,
) {
  return (sql: QueryRunner, ...given: Given): Promise<Answer> =>
    run(sql, toValues ? toValues(...given) : given);
}

/**
 * Statements as functions. A call gives the parameters, `$1` first, or what `toValues` makes them of. Each kind answers
 * as the method of that name of a `QueryRunner`; `run` answers nothing.
 *
 * @example const findHash = statement.value<string | undefined, [userId: string]>('select … where user_id = $1');
 */
export const statement = {
  run: <Given extends unknown[] = []>(text: string, toValues?: ToValues<Given>) =>
    defineCall<Given, void>(async (sql, values) => void (await sql.query(text, values)), toValues),
  /** Answers how many rows it wrote. */
  count: <Given extends unknown[] = []>(text: string, toValues?: ToValues<Given>) =>
    defineCall<Given, number>(
      async (sql, values) => (await sql.query(text, values)).rowCount ?? 0,
      toValues,
    ),
  rows: <Row, Given extends unknown[] = []>(text: string, toValues?: ToValues<Given>) =>
    defineCall<Given, Row[]>((sql, values) => sql.rows<Row>(text, values), toValues),
  first: <Row, Given extends unknown[] = []>(text: string, toValues?: ToValues<Given>) =>
    defineCall<Given, Row | undefined>((sql, values) => sql.first<Row>(text, values), toValues),
  only: <Row, Given extends unknown[] = []>(text: string, toValues?: ToValues<Given>) =>
    defineCall<Given, Row>((sql, values) => sql.only<Row>(text, values), toValues),
  value: <Value, Given extends unknown[] = []>(text: string, toValues?: ToValues<Given>) =>
    defineCall<Given, Value>((sql, values) => sql.value<Value>(text, values), toValues),
  some: <Given extends unknown[] = []>(text: string, toValues?: ToValues<Given>) =>
    defineCall<Given, boolean>((sql, values) => sql.some(text, values), toValues),
};
