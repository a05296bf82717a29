import { personParts, type PersonPart } from '../../../contract/people/person.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { RowFiltersOf } from '../../../descriptor/filter/row-filters.ts';
import type { Database } from '../../connection/database.ts';
import { createParams, quoteText, type Params } from '../../connection/sql.ts';
import { referrersOf } from '../../records/query/read.ts';
import { personTables } from './person-tables.ts';

/** Rows of one part of a person's data, each as JSON text. */
export type PersonRows = { part: PersonPart; rows: readonly string[] };

const BATCH = 500;

/** Waits for a client that reads slowly, but not forever: its snapshot keeps old rows from being cleaned away. */
const LIMITS = { timeout: 25_000, idleTimeout: 300_000, readOnly: true };

/** What a person may see of users, and of the records that refer to them. */
export type PersonSight = {
  /** The names of fields of users. */
  fields: readonly string[];
  /** The records that exist for the person. */
  rowsOf: RowFiltersOf | undefined;
  mayRead(resource: string, field: string): boolean;
};

/**
 * All that the system tables have about a person, and which records refer to them, as it was at one moment. It needs
 * the memory of one batch, and holds a connection for files meanwhile. With `sight` it is what that allows.
 */
export async function* readPerson(
  database: Database,
  descriptor: Descriptor,
  users: Resource,
  { _id, email, readScope }: { _id: string; email: string; readScope?: PersonSight | undefined },
): AsyncGenerator<PersonRows> {
  const transaction = await database.for('export').begin(LIMITS);
  const { connection } = transaction;
  try {
    for (const part of personParts) {
      const params = createParams([_id, email]);
      const select =
        part === 'references'
          ? references(descriptor, users, params, readScope)
          : rowsOf(part, params, readScope);
      if (select === undefined) continue;
      const cursor = `declare person no scroll cursor for select row_to_json(x)::text as json from (${select}) x`;
      await connection.query(cursor, params.values);
      for (;;) {
        const rows = await connection.rows<{ json: string }>(`fetch ${BATCH} from person`);
        if (rows.length === 0) break;
        yield { part, rows: rows.map(({ json }) => json) };
      }
      await connection.query('close person');
    }
  } finally {
    await transaction.end('rollback');
  }
}

function rowsOf(
  part: Exclude<PersonPart, 'references'>,
  params: Params,
  readScope: PersonSight | undefined,
): string {
  const { table, columns: all, seenColumns, where, order } = personTables[part];
  const columns = readScope && seenColumns ? seenColumns(params.add(readScope.fields)) : all;
  // Both parameters are named, so that every statement has them.
  return `select ${columns} from backoffice.${table} where ${where} and ($1::text, $2::text) is not null order by ${order}`;
}

/** Which records refer to the person, by which field; undefined where no field does. */
function references(
  descriptor: Descriptor,
  users: Resource,
  params: Params,
  readScope: PersonSight | undefined,
): string | undefined {
  const isAsked = ({ resource, field }: Pick<Referring, 'resource' | 'field'>) =>
    readScope?.mayRead(resource, field) ?? true;
  const scope = { descriptor, rowsOf: readScope?.rowsOf };
  const all = referrersOf(scope, params, users, isAsked).map(
    ({ resource, field, target, owner, rows, seen }) =>
      `select ${quoteText(resource)} as resource, ${quoteText(field)} as field, ${owner} as "_id"
      from ${rows} where ${target} = $1::text and $2::text is not null and ${seen}`,
  );
  return all.length === 0 ? undefined : all.join(' union all ');
}

type Referring = ReturnType<typeof referrersOf>[number];
