import { personParts, type PersonPart } from '../../../contract/person.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { Database } from '../../connection/database.ts';
import { quoteName, quoteText } from '../../connection/sql.ts';
import { referringFields } from '../../records/read.ts';
import { joinTable } from '../../schema/place.ts';
import { personTables } from './person-tables.ts';

/** Rows of one part of a person's data, each as JSON text. */
export type PersonRows = { part: PersonPart; rows: readonly string[] };

const BATCH = 500;

/** Waits for a client that reads slowly, but not forever: its snapshot keeps old rows from being cleaned away. */
const LIMITS = { timeout: 25_000, idleTimeout: 300_000, readOnly: true };

/**
 * All that the system tables have about a person, and which records refer to them, as it was at one moment. It needs
 * the memory of one batch, and holds a connection for files meanwhile.
 */
export async function* readPerson(
  database: Database,
  descriptor: Descriptor,
  users: Resource,
  { _id, email }: { _id: string; email: string },
): AsyncGenerator<PersonRows> {
  const transaction = await database.for('export').begin(LIMITS);
  const { connection } = transaction;
  try {
    for (const part of personParts) {
      const select = part === 'references' ? references(descriptor, users) : rowsOf(part);
      if (select === undefined) continue;
      const cursor = `declare person no scroll cursor for select row_to_json(x)::text as json from (${select}) x`;
      await connection.query(cursor, [_id, email]);
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

function rowsOf(part: Exclude<PersonPart, 'references'>): string {
  const { table, columns, where, order } = personTables[part];
  // Both parameters are named, so that every statement has them.
  return `select ${columns} from backoffice.${table} where ${where} and ($1::text, $2::text) is not null order by ${order}`;
}

/** Which records refer to the person, by which field; undefined where no field does. */
function references(descriptor: Descriptor, users: Resource): string | undefined {
  const all = referringFields(descriptor, users).map(({ from, field, isMany }) => {
    const [table, id, column] = isMany
      ? [joinTable(from, field), 'owner', 'target']
      : [from, '_id', quoteName(field)];
    return `select ${quoteText(from)} as resource, ${quoteText(field)} as field, ${id} as "_id"
      from ${quoteName(table)} where ${column} = $1::text and $2::text is not null`;
  });
  return all.length === 0 ? undefined : all.join(' union all ');
}
