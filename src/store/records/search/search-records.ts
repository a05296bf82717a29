import type { Filter } from '../../../descriptor/filter/filter.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { findIdentifiers } from '../../../descriptor/find-identifiers.ts';
import { OWN, type Place } from '../../schema/place.ts';
import { recordColumns, responseNames, selectJson } from '../../schema/record-json.ts';
import { VALUE_END } from '../../schema/search-words.ts';
import { explainIndexes } from '../../schema/tables/to-indexes.ts';
import { readRow, type Connection } from '../../connection/connection.ts';
import { createParams, quoteName, type Params } from '../../connection/sql.ts';
import type { StoredRecord } from '../../store.ts';
import { foldedText, holdsPattern, searchedPlaces, toCondition } from '../sql/conditions.ts';
import { conditionSql, escapePattern } from '../filters.ts';
import { readWithin, type TimedReading } from '../sql/in-time.ts';
import { createSqlScope } from '../sql/scope.ts';
import { cachePerResource } from '../sql/stored-fields.ts';
import { createRanking, type SearchHit, type SearchLevel } from './rank-hits.ts';
import { MAX_TYPO_WORD_LENGTH, SHORTEST, toTypoPatterns } from './typo-patterns.ts';

export type SearchQuestion = {
  q: string;
  /** Searches only among the records of a list. */
  filter?: Filter | undefined;
  levels: readonly SearchLevel[];
  most: number;
  /** The fields to return of each record, besides those that are searched. */
  fields: readonly string[];
};

/** Records by an identifier or an indexed text, with all words, with the whole text, and that begin with it. */
type Stage = 'meant' | 'words' | 'whole' | 'starts';

export type SearchAnswer = {
  hits: SearchHit[];
  /** More records have the words. */
  more: boolean;
  timedOut: boolean;
};

/** Similar records are offered when fewer than this were found. */
const FEW = 5;

/** How many records one pattern contributes; the best of them are shown. */
const CANDIDATES = 30;

/** Records with more searched text, in bytes as stored, are not compared: reading them would take the thread too long. */
const LARGEST = 16_000;

/** Typos per letter: of the first, quick search for similar records, and of the second. */
const SLIPS = 0.25;
const MANY_SLIPS = 0.35;

/**
 * Finds the records that a person means: those with the identifier first, then those with all words, then, if there
 * are few, similar ones. Each statement has a limited time; what was found before one took longer is returned.
 */
export async function searchRecords(
  { begin, scope, budget }: TimedReading,
  resource: Resource,
  question: SearchQuestion,
  readable: readonly string[] | undefined,
): Promise<SearchAnswer> {
  const { q, levels, most } = question;
  const names = searchedNames(resource, readable, scope);
  const search = { resource, readable, scope, names, question };
  const ranking = createRanking(resource, names, q);
  const recordsById = new Map<string, StoredRecord>();
  let hits: SearchHit[] = [];
  const similar: SimilarHits = { hits: [], isCut: false };
  const started = performance.now();
  const isLate = () => performance.now() - started > budget;
  const done = await readWithin(begin, budget, async (connection) => {
    await readMatches(connection);
    if (levels.includes('similar') && hits.length < Math.min(FEW, most)) {
      const isNew = ({ record }: SearchHit) => !recordsById.has(record._id);
      const rank = (records: readonly StoredRecord[], slips: number) => {
        similar.hits = ranking.similar(records, slips).filter(isNew);
      };
      if (isLate()) similar.isCut = true;
      else await readSimilar(search, connection, { ranking, rank, similar, isLate });
    }
    return true;
  });
  const isOffered = ({ level }: SearchHit) => levels.includes(level);
  return {
    hits: [...hits, ...similar.hits].filter(isOffered).slice(0, most),
    more: hits.filter(isOffered).length > most,
    timedOut: done === undefined || similar.isCut,
  };

  async function readMatches(connection: Connection): Promise<void> {
    if (ranking.typed === '') return;
    const add = async (stage: Stage) => {
      const limit = stage === 'words' ? most + 1 + recordsById.size : CANDIDATES;
      const records = await readStage(search, connection, { stage, typed: ranking.typed, limit });
      for (const record of records) recordsById.set(record._id, record);
      hits = ranking.found([...recordsById.values()]);
      return records.length;
    };
    const meant = await add('meant');
    // Few records with all words are all there are. Among many, looking for the best takes long.
    if (levels.includes('words') && (await add('words')) <= most + meant) return;
    if ((await add('whole')) <= most && levels.includes('words')) await add('starts');
  }
}

/** Who searches for what: `names` are the paths that the search looks at. */
type Search = {
  resource: Resource;
  readable: readonly string[] | undefined;
  scope: TimedReading['scope'];
  names: readonly string[];
  question: SearchQuestion;
};

/** `isCut`: there was no time for the last of the searches. */
type SimilarHits = { hits: SearchHit[]; isCut: boolean };

/** Each `rank` replaces the similar hits, so that a statement that takes too long leaves those before it. */
type Similarity = {
  ranking: ReturnType<typeof createRanking>;
  rank(records: readonly StoredRecord[], slips: number): void;
  similar: SimilarHits;
  isLate(): boolean;
};

function readStage(
  search: Search,
  connection: Connection,
  { stage, typed, limit }: { stage: Stage; typed: string; limit: number },
): Promise<StoredRecord[]> {
  const { resource, readable, question } = search;
  const whole = `%${VALUE_END}${escapePattern(typed)}`;
  const toMatch = (sqlScope: SqlScope): string => {
    const places = searchedPlaces(resource, readable, sqlScope);
    // On its own, because the indexes of these fields find them at once, however many records there are.
    if (stage === 'meant')
      return `(${meantSql(search, [...places.own, ...places.begun], sqlScope.params)})`;
    if (stage === 'words') return toCondition(resource, { q: question.q }, readable, sqlScope);
    if (places.column === undefined) return 'false';
    const pattern = stage === 'starts' ? `${whole}%` : `${whole}${VALUE_END}%`;
    return holdsPattern(places, sqlScope.params.add(pattern));
  };
  const toWhere = (sqlScope: SqlScope, seen: string) => `${toMatch(sqlScope)} and ${seen}`;
  return readWhere(search, connection, { limit, toWhere });
}

/** The identifiers that the text means, and indexed values as they are typed. */
function meantSql(
  { resource, names, question: { q } }: Search,
  places: readonly Place[],
  params: Params,
): string {
  const identifiers = findIdentifiers(resource, names, q);
  const asTyped = places.filter(
    ({ path, shape }) => shape === 'column' && isIndexed(resource, path),
  );
  const values = [
    ...identifiers.map(({ field, value }) => [field.name, value] as const),
    ...asTyped.map(({ path }) => [path, q.trim()] as const),
  ];
  const equals = values.flatMap(([name, value]) => {
    const place = places.find(({ path }) => path === name);
    return place ? conditionSql('eq', place, params, [value]) : [];
  });
  return equals.join(' or ') || 'false';
}

async function readSimilar(
  search: Search,
  connection: Connection,
  { ranking: { typed, isNear }, rank, similar, isLate }: Similarity,
): Promise<void> {
  if (typed.length < SHORTEST) return;
  const { inner, whole } = toTypoPatterns(typed);
  // The planner expects more of a pattern than there is, and would read the whole table for it.
  await connection.query('set local enable_seqscan = off');
  const candidates = await readPatterns(search, connection, inner);
  rank(candidates, SLIPS);
  if (!similar.hits.some(isNear) && !isLate()) {
    candidates.push(...(await readPatterns(search, connection, whole)));
    rank(distinct(candidates), SLIPS);
  }
  similar.isCut = similar.hits.length === 0 && isLate();
  if (similar.hits.length === 0 && !similar.isCut)
    rank(await readAlike(search, connection, typed), MANY_SLIPS);
  // The transaction may be part of a larger one.
  await connection.query('set local enable_seqscan = on');
}

async function readPatterns(
  search: Search,
  connection: Connection,
  patterns: readonly string[],
): Promise<StoredRecord[]> {
  if (patterns.length === 0) return [];
  const { resource, readable } = search;
  const toWhere = (sqlScope: SqlScope, seen: string): string | undefined => {
    const places = searchedPlaces(resource, readable, sqlScope);
    const { column } = places;
    if (column === undefined) return undefined;
    const table = `${quoteName(resource.name)} ${OWN}`;
    const each = patterns.map((pattern) => {
      const holds = holdsPattern(places, sqlScope.params.add(pattern));
      return `(select ${OWN}._id from ${table} where ${holds} and ${isSmall(column)} and ${seen} limit ${CANDIDATES})`;
    });
    return `${OWN}._id in (${each.join(' union ')})`;
  };
  return readWhere(search, connection, { limit: CANDIDATES * patterns.length, toWhere });
}

/** Records that share trigrams, for several typos; this takes longer. */
async function readAlike(
  search: Search,
  connection: Connection,
  typed: string,
): Promise<StoredRecord[]> {
  await connection.query('set local pg_trgm.word_similarity_threshold = 0.45');
  const toWhere = (sqlScope: SqlScope, seen: string): string | undefined => {
    const places = searchedPlaces(search.resource, search.readable, sqlScope);
    if (places.column === undefined) return undefined;
    const text = sqlScope.params.add(typed.slice(0, MAX_TYPO_WORD_LENGTH));
    const alike = `${text}::text <% ${places.column}`;
    const own = places.isPart ? ` and ${text}::text <% ${foldedText(places.own)}` : '';
    const order = `order by word_similarity(${text}::text, ${places.column}) desc`;
    return `${alike}${own} and ${isSmall(places.column)} and ${seen} ${places.isPart ? '' : order}`;
  };
  return await readWhere(search, connection, { limit: CANDIDATES, toWhere });
}

type SqlScope = ReturnType<typeof createSqlScope>;

/** Reads the records of a condition, which is made together with the statement's parameters; of none, no records. */
async function readWhere(
  { resource, scope, names, question: { filter, fields } }: Search,
  connection: Connection,
  {
    limit,
    toWhere,
  }: { limit: number; toWhere: (sqlScope: SqlScope, seen: string) => string | undefined },
): Promise<StoredRecord[]> {
  const params = createParams();
  const sqlScope = createSqlScope(scope, params);
  const where = toWhere(sqlScope, toCondition(resource, { filter }, undefined, sqlScope));
  if (where === undefined) return [];
  const returned = responseNames(resource, undefined, [...names, ...fields]);
  const columns = recordColumns(resource, returned, { sqlScope });
  const rows = `select row_to_json(x) as record ${selectJson(quoteName(resource.name), columns)} where ${where} limit ${limit}`;
  const text = `select coalesce(json_agg(record), '[]')::text from (${rows}) found`;
  const statement = { text, values: params.values, dependsOnValues: true };
  const [json] = await readRow<[string]>(connection, statement);
  return JSON.parse(json) as StoredRecord[];
}

function searchedNames(
  resource: Resource,
  readable: readonly string[] | undefined,
  scope: TimedReading['scope'],
): string[] {
  const sqlScope = createSqlScope(scope, createParams());
  const { own, beyond, begun } = searchedPlaces(resource, readable, sqlScope);
  const pathOf = ({ path }: Place) => path;
  return [...own.map(pathOf), ...beyond, ...begun.map(pathOf)];
}

/** Whether an index finds the records that have a value in this field. */
function isIndexed(resource: Resource, name: string): boolean {
  return cachePerResource(resource, `indexed ${name}`, () =>
    explainIndexes(resource).some(
      ({ index, fields }) => fields[0] === name && index.definition.startsWith('using btree'),
    ),
  );
}

function isSmall(column: string): string {
  return `pg_column_size(${column}) <= ${LARGEST}`;
}

function distinct(records: readonly StoredRecord[]): StoredRecord[] {
  return [...new Map(records.map((record) => [record._id, record])).values()];
}
