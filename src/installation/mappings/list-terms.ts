import { defineRoute, problem, refuse, type QueryRunner } from '../../api/extending.ts';
import { answer } from '../../api/http/answer/answer.ts';
import { createQueryReader } from '../../api/http/query-reader.ts';
import { json } from '../../api/http/operation/schemas.ts';
import type { Parameter, Schema } from '../../api/http/operation/operation.ts';
import { toTerm } from '../masters/term.ts';
import { TermsPage, type Example, type Mapping } from './contract.ts';
import { refreshTermTables } from './refresh-term-tables.ts';
import { kindNames, kinds, termOrders, termStates, type Kind } from './kinds.ts';
import { rankTerms } from './suggest/rank-terms.ts';
import { fromCursor, readTerms, toCursor, type TermRow } from './terms-page.ts';
import { findHiddenMappings, mappingRights } from '../find-hidden.ts';

/** A page of terms, the most frequent or most certain first, each with two of its extractions and its mappings. */
export const listTerms = defineRoute({
  method: 'GET',
  path: '/api/mappings/terms',
  needs: mappingRights,
  takesQuery: true,
  operation: () => ({
    operationId: 'mappings.terms',
    summary: 'List raw terms of the extractions',
    description:
      'Terms with the most extractions come first, or with `_sort=-certainty` those whose first suggestion is most certain. A first page in that order compares terms with their targets for up to 1.5 s; terms not compared yet come last.',
    tags: ['mappings'],
    parameters: [
      toParameter('kind', { enum: kindNames, default: 'chem' }, 'The kind of term.'),
      toParameter('state', { enum: termStates, default: 'open' }, 'The state of the decision.'),
      toParameter('q', { type: 'string' }, 'Only terms that contain this text.'),
      toParameter(
        '_sort',
        { enum: termOrders, default: '-count' },
        'The order; `-certainty` is for `open` terms.',
      ),
      toParameter(
        '_perPage',
        { type: 'integer', minimum: 1, maximum: 1_000, default: 10 },
        'The number of terms per page.',
      ),
      toParameter('_after', { type: 'string' }, '`next` from the previous page.'),
    ],
    responses: { 200: json('A page of terms', TermsPage) },
    problems: [414],
  }),
  run: async (call) => {
    const hidden = findHiddenMappings(call);
    if (hidden) return refuse(hidden);
    const question = readQuestion(call.query);
    if (question.problems) return refuse(question.problems);
    const { kind, state, order, words, after, perPage } = question;

    const { database } = call.services;
    const version = await refreshTermTables(database);
    // Only a first page compares terms, so that they keep their places on the pages after it.
    if (order === '-certainty' && !after) await rankTerms(database, call.descriptor, kind);
    const rows = await readTerms(database, {
      kind,
      state,
      order,
      words: toTerm(words),
      after,
      most: perPage + 1,
    });
    const page = rows.slice(0, perPage);
    const last = rows.length > perPage ? page.at(-1) : undefined;
    const examples = await readExamples(database, page);
    const mappings = state === 'open' ? [] : await readMappings(database, kind, page);
    const data = page.map((row) => toTermItem(kind, row, examples, mappings));
    const total = rows[0]?.total ?? 0;
    return answer(call, 200, TermsPage, {
      data,
      version,
      total,
      next: last ? toCursor(order, last) : null,
    });
  },
});

function readQuestion(query: Parameters<typeof createQueryReader>[0]) {
  const reader = createQueryReader(query);
  const [kind = 'chem'] = reader.list('kind', kindNames);
  const [state = 'open'] = reader.list('state', termStates);
  const [order = '-count'] = reader.list(
    '_sort',
    state === 'open' ? termOrders : (['-count'] as const),
  );
  const words = reader.text('q');
  const cursor = reader.cursor(/^[\w-]{1,2000}$/);
  const perPage = reader.perPage();
  const after = cursor === undefined ? undefined : fromCursor(order, cursor);
  const problems = reader.problems();
  if (cursor !== undefined && !after) problems.push(problem('Q008', '_after'));
  return problems.length > 0 ? { problems } : { kind, state, order, words, after, perPage };
}

function toTermItem(
  kind: Kind,
  row: TermRow,
  examples: readonly Example[],
  mappings: readonly Mapping[],
) {
  const { term, cas, count } = row;
  const { number, term: printedField } = kinds[kind];
  const own = ofTerm(mappings, row);
  const saying = ofTerm(examples, row);
  return {
    term,
    cas,
    printed: saying[0]?.[printedField] ?? own[0]?.rawTerm ?? term,
    printedCas: number ? (saying[0]?.[number] ?? own[0]?.rawCas ?? null) : null,
    count,
    examples: saying,
    mappings: own,
  };
}

export function toParameter(name: string, schema: Schema, description: string): Parameter {
  return { name, in: 'query', description, schema };
}

type OfTerm = { term: string; cas: string };

function ofTerm<Found extends OfTerm>(all: readonly Found[], { term, cas }: OfTerm): Found[] {
  return all.filter((each) => each.term === term && each.cas === cas);
}

async function readExamples(sql: QueryRunner, page: readonly TermRow[]): Promise<Example[]> {
  const { rows } = await sql.query<Example>(
    `select a.term, a.cas, e._id, e."extractionId", e."rawChemName", e."rawCas", e."rawChemFunction",
       e."rawFoodContactArticle", e."testType",
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

/** Reads the decisions about these terms, with the names of their targets. */
async function readMappings(
  sql: QueryRunner,
  kind: Kind,
  page: readonly TermRow[],
): Promise<Mapping[]> {
  const { rows } = await sql.query<Mapping>(
    `select t.term, t.cas, m._id, m._version, m."mappingId", m."rawTerm", m."rawCas", m.status, m.method,
       coalesce(m.chem, m."chemFunction", m.target) as target,
       coalesce(c."commonName", f.name, m."targetName", m.target) as name, c."casId" as note
     from backoffice.terms t
     join backoffice.term_sayings s on s.key = t.key and s.kind = t.kind
     join mappings m on m._id = s.record
     left join chems c on c._id = m.chem
     left join "chemFunctions" f on f._id = m."chemFunction"
     where t.kind = $1 and t.key = any($2::uuid[])
     order by m."mappingId"`,
    [kind, page.map(({ mark }) => mark)],
  );
  return rows;
}
