import type { QueryRunner } from '../../api/extending.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { kinds, type Kind } from './kinds.ts';
import { differsFrom, readPrintedNumbers } from './suggest/printed-numbers.ts';
import { sourceOf } from './suggest/target-source.ts';

/** An open term with the one target of the same name. */
export type SameName = {
  key: string;
  term: string;
  cas: string;
  count: number;
  /** As in one of its extractions. */
  printed: string;
  printedCas: string | null;
  target: string;
  name: string;
  note: string | null;
};

/**
 * Finds the open terms that are the name of exactly one target, whose CAS number does not differ from the printed
 * one. One statement reads all of them, however many there are.
 */
export async function findSameNames(
  sql: QueryRunner,
  descriptor: Descriptor,
  kind: Kind,
): Promise<SameName[]> {
  const { number } = kinds[kind];
  const { from, where, target, name, note, names } = sourceOf(descriptor, kind);
  const { rows } = await sql.query<SameName>(
    `select distinct on (x.key, s.target, s.name) x.key, x.term, x.cas, x.count, s.target, s.name, s.note,
       e."${kinds[kind].term}" as printed, ${number ? `e."${number}"` : 'null::text'} as "printedCas"
     from (
       select ${target} as target, ${name} as name, ${note} as note, n collate "C" as term
       from ${from} cross join lateral unnest(${names}) n where ${where}) s
     join backoffice.terms x using (term)
     join extractions e on e._id = x."first"
     where x.kind = $1 and x.state = 'open'
     order by x.key, s.target, s.name`,
    [kind],
  );
  const times = new Map<string, number>();
  for (const { key } of rows) times.set(key, (times.get(key) ?? 0) + 1);
  return rows.filter(
    (row) =>
      times.get(row.key) === 1 &&
      (number === undefined ||
        !differsFrom(readPrintedNumbers(row.term, row.cas).numbers, row.note)),
  );
}
