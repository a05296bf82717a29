import type { QueryRunner } from '../../api/extending.ts';
import type { Kind, TermOrder, TermState } from './kinds.ts';
import { surenessSql } from './term-sql.ts';

export type TermRow = {
  term: string;
  cas: string;
  count: number;
  first: string | null;
  last: string | null;
  /** Sorts after the count, and is short enough for a cursor, however long the term is. */
  head: string;
  mark: string;
  total: number;
  sureness: number;
};

/** Where a page ends: what its order compares, then `head` and `mark`. */
type Place = readonly [...numbers: number[], head: string, mark: string];

type Wanted = {
  kind: Kind;
  state: TermState;
  order: TermOrder;
  /** As normalised by `toTerm`; empty for all. */
  words: string;
  after: Place | undefined;
  most: number;
};

/** What each order compares, before the term itself; smaller comes first. */
const columns: Record<TermOrder, readonly string[]> = {
  '-count': ['-count'],
  '-certainty': [surenessSql, '-count'],
};

/** Reads a page of terms with one statement, each with the total of all pages. */
export async function readTerms(sql: QueryRunner, query: Wanted): Promise<TermRow[]> {
  const { kind, state, order, words, after, most } = query;
  const values: unknown[] = [kind, state, most];
  const param = (value: unknown): string => `$${values.push(value)}`;
  const which = 'kind = $1 and state = $2';
  const pattern = words === '' ? undefined : param(`%${words.replace(/[\\%_]/g, '\\$&')}%`);
  const narrow = pattern ? `and (term like ${pattern} or cas like ${pattern})` : '';
  const keys = [...columns[order], 'left(term, 100)', 'key'];
  const types = [...columns[order].map(() => 'integer'), 'text', 'uuid'];
  const later = after
    ? `and (${keys.join(', ')}) > (${after.map((value, at) => `${param(value)}::${types[at]}`).join(', ')})`
    : '';
  // Without a search the count is stored already.
  const total = pattern
    ? `select count(*) from backoffice.terms where ${which} ${narrow}`
    : `select terms from backoffice.term_counts where ${which}`;
  const { rows } = await sql.query<TermRow>(
    `select term, cas, count, "first", "last", left(term, 100) as head, key as mark, ${surenessSql} as sureness,
       (${total}) as total
     from backoffice.terms
     where ${which} ${narrow} ${later}
     order by ${keys.join(', ')}
     limit $3`,
    values,
  );
  return rows;
}

export function toCursor(order: TermOrder, { count, sureness, head, mark }: TermRow): string {
  const numbers: Record<TermOrder, number[]> = {
    '-count': [-count],
    '-certainty': [sureness, -count],
  };
  return Buffer.from(JSON.stringify([...numbers[order], head, mark])).toString('base64url');
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function fromCursor(order: TermOrder, cursor: string): Place | undefined {
  try {
    const place = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const [mark, head, ...numbers] = place.toReversed();
    if (typeof head !== 'string' || typeof mark !== 'string' || !UUID.test(mark)) return undefined;
    const isCount = (value: unknown): value is number =>
      Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;
    if (numbers.length !== columns[order].length || !numbers.every(isCount)) return undefined;
    return [...numbers.toReversed(), head, mark];
  } catch {
    return undefined;
  }
}
