import { answerJson } from '../../api/answer.ts';
import { defineRoute } from '../../api/extending/define-route.ts';
import { createQueryReader } from '../../api/oversight/query-reader.ts';
import { refuse } from '../../api/refusal.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { problem } from '../../fields/problem.ts';
import type { QueryRunner } from '../../store/store.ts';
import { resourceNamed } from '../masters/read-all.ts';
import { toTerm } from '../masters/term.ts';
import { toPattern, withWord } from './count-rows.ts';
import { kindNames, kinds, termStates, type Kind, type TermState } from './kinds.ts';
import { findHiddenMappings, mappingRights } from './mapping-sight.ts';
import { readWidely } from './read-widely.ts';
import { termsSql } from './terms-sql.ts';
import { listTermsOperation } from './terms-operations.ts';
import { findVersion } from './version.ts';
import { termSql } from './term-sql.ts';

type Row = {
  term: string;
  cas: string;
  count: number;
  printed: string | null;
  printedCas: string | null;
  first: string | null;
  last: string | null;
  /** What orders it, and is short enough for a cursor however long the term is. */
  head: string;
  mark: string;
  total: number;
};

/** A page of terms, those that stand in most extractions first, each with two of these and the mappings it has. */
export const listTerms = defineRoute({
  method: 'GET',
  path: '/api/mappings/terms',
  needs: mappingRights,
  takesQuery: true,
  operation: listTermsOperation,
  run: async (call) => {
    const hidden = findHiddenMappings(call);
    if (hidden) return refuse(hidden);
    const asked = createQueryReader(call.query);
    const [kind = 'chem'] = asked.list('kind', kindNames);
    const [state = 'open'] = asked.list('state', termStates);
    const words = asked.text('q');
    const after = asked.cursor(/^[\w-]{1,2000}$/);
    const perPage = asked.perPage();
    const start = after === undefined ? undefined : fromCursor(after);
    const problems = asked.problems();
    if (after !== undefined && !start) problems.push(problem('Q008', '_after'));
    if (problems.length > 0) return refuse(problems);

    const { database } = call.parts;
    const typed = toTerm(words);
    const { version, rows } = await readWidely(database, async (sql) => {
      // It takes what was typed for rarer than it is, and would compare all with all.
      await sql.query('set local enable_nestloop = off');
      const newest = await findVersion(sql);
      const found = await sql.query<Row>(pageSql(call.descriptor, kind, state), [
        newest,
        typed === '' ? null : `%${typed.replace(/[\\%_]/g, '\\$&')}%`,
        ...(start ?? [null, null, null]),
        perPage + 1,
        toPattern(typed),
      ]);
      return { version: newest, rows: found.rows };
    });
    const page = rows.slice(0, perPage);
    const last = rows.length > perPage ? page.at(-1) : undefined;
    const examples = await readExamples(database, page);
    const mappings = state === 'open' ? [] : await readMappings(database, kind, version, page);
    const data = page.map((row) => {
      const { term, cas, count, printed, printedCas } = row;
      const own = ofTerm(mappings, row);
      return {
        term,
        cas,
        printed: printed ?? own[0]?.rawTerm ?? term,
        printedCas: printedCas ?? own[0]?.rawCas ?? null,
        count,
        examples: ofTerm(examples, row),
        mappings: own,
      };
    });
    const total = rows[0]?.total ?? 0;
    const answer = { data, version, total, next: last ? toCursor(last) : null };
    return answerJson(call, 200, JSON.stringify(answer));
  },
});

type OfTerm = { term: string; cas: string };

function ofTerm<Found extends OfTerm>(all: readonly Found[], { term, cas }: OfTerm): Found[] {
  return all.filter((each) => each.term === term && each.cas === cas);
}

/** `$2` a pattern, `$3`–`$5` where the page before ended, `$6` how many, `$7` a word of the pattern. */
function pageSql(descriptor: Descriptor, kind: Kind, state: TermState): string {
  const extractions = resourceNamed(descriptor, 'extractions');
  const narrow = withWord(extractions, kinds[kind].term, '$7');
  return `select * from (
      select t.*, left(t.term, 100) as head, md5(t.term || E'\\x1f' || t.cas) as mark, count(*) over () as total
      from (${termsSql(kind, state, narrow)}) t
      where $2::text is null or t.term like $2 or t.cas like $2
    ) t
    where $3::bigint is null or (-t.count, t.head, t.mark) > (-$3::bigint, $4::text collate "C", $5::text)
    order by t.count desc, t.head, t.mark
    limit $6`;
}

function toCursor({ count, head, mark }: Row): string {
  return Buffer.from(JSON.stringify([count, head, mark])).toString('base64url');
}

function fromCursor(cursor: string): [number, string, string] | undefined {
  try {
    const [count, head, mark] = JSON.parse(
      Buffer.from(cursor, 'base64url').toString(),
    ) as unknown[];
    if (typeof head !== 'string' || typeof mark !== 'string') return undefined;
    return Number.isSafeInteger(count) ? [count as number, head, mark] : undefined;
  } catch {
    return undefined;
  }
}

type Example = { term: string; cas: string; _id: string; extractionId: string };

async function readExamples(sql: QueryRunner, page: readonly Row[]): Promise<Example[]> {
  const { rows } = await sql.query<Example>(
    `select a.term, a.cas, e._id, e."extractionId", e."rawChemName", e."rawFoodContactArticle", e."testType",
       s._id as "source", s."sourceId", s.title as "sourceTitle"
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as a (term, cas, "first", "last")
     join extractions e on e._id in (a."first", a."last")
     join sources s on s._id = e.source
     order by e._id`,
    [
      page.map(({ term }) => term),
      page.map(({ cas }) => cas),
      page.map(({ first }) => first),
      page.map(({ last }) => last),
    ],
  );
  return rows;
}

type Mapped = {
  term: string;
  cas: string;
  _id: string;
  _version: number;
  rawTerm: string;
  rawCas: string | null;
};

/** What was decided of these terms, with what it means in words. */
async function readMappings(
  sql: QueryRunner,
  kind: Kind,
  version: number,
  page: readonly Row[],
): Promise<Mapped[]> {
  const cas = kinds[kind].number === undefined ? `''` : termSql('m."rawCas"');
  const { rows } = await sql.query<Mapped>(
    `select a.term, a.cas, m._id, m._version, m."mappingId", m."rawTerm", m."rawCas", m.status, m.method,
       coalesce(m.chem, m."chemFunction", m.target) as target,
       coalesce(c."commonName", f.name, m."targetName", m.target) as name, c."casId" as note
     from mappings m
     join unnest($1::text[], $2::text[]) as a (term, cas)
       on ${termSql('m."rawTerm"')} = a.term collate "C" and ${cas} = a.cas collate "C"
     left join chems c on c._id = m.chem
     left join "chemFunctions" f on f._id = m."chemFunction"
     where m."mappingType" = $3 and m."mappingVersion" = $4 and m.status in ('approved', 'rejected')
     order by m."mappingId"`,
    [page.map(({ term }) => term), page.map(({ cas: number }) => number), kind, version],
  );
  return rows;
}
