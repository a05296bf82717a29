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
import { readWithin, type TimedParts } from '../sql/in-time.ts';
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
  { begin, scope, budget }: TimedParts,
  resource: Resource,
  { q, filter, levels, most, fields }: SearchQuestion,
  readable: readonly string[] | undefined,
): Promise<SearchAnswer> {
  const names = searchedNames();
  const ranking = createRanking(resource, names, q);
  const recordsById = new Map<string, StoredRecord>();
  let hits: SearchHit[] = [];
  let similar: SearchHit[] = [];
  const started = performance.now();
  const isLate = () => performance.now() - started > budget;
  let isCut = false;
  const done = await readWithin(begin, budget, async (connection) => {
    await readFound(connection);
    if (levels.includes('similar') && hits.length < Math.min(FEW, most)) {
      if (isLate()) isCut = true;
      else await readSimilar(connection);
    }
    return true;
  });
  const all = [...hits, ...similar].filter(({ level }) => levels.includes(level));
  return {
    hits: all.slice(0, most),
    more: hits.filter(({ level }) => levels.includes(level)).length > most,
    timedOut: done === undefined || isCut,
  };

  async function readFound(connection: Connection): Promise<void> {
    const { typed } = ranking;
    if (typed === '') return;
    const add = async (stage: Stage) => {
      const records = await read(connection, stage, typed);
      for (const record of records) recordsById.set(record._id, record);
      hits = ranking.found([...recordsById.values()]);
      return records.length;
    };
    const meant = await add('meant');
    // Few records with all words are all there are. Among many, looking for the best takes long.
    if (levels.includes('words') && (await add('words')) <= most + meant) return;
    if ((await add('whole')) <= most && levels.includes('words')) await add('starts');
  }

  function read(connection: Connection, stage: Stage, typed: string): Promise<StoredRecord[]> {
    return run(connection, (sqlScope, seen) => {
      const places = searchedPlaces(resource, readable, sqlScope);
      const holds = (pattern: string) =>
        places.column === undefined ? 'false' : holdsPattern(places, sqlScope.params.add(pattern));
      // On its own, because the indexes of these fields find them at once, however many records there are.
      if (stage === 'meant') {
        const meant = [...places.own, ...places.begun];
        return [`(${meantSql(meant, sqlScope.params)}) and ${seen}`, CANDIDATES];
      }
      if (stage === 'words') {
        const words = toCondition(resource, { q }, readable, sqlScope);
        return [`${words} and ${seen}`, most + 1 + recordsById.size];
      }
      const whole = `%${VALUE_END}${escapePattern(typed)}`;
      if (stage === 'starts') return [`${holds(`${whole}%`)} and ${seen}`, CANDIDATES];
      return [`${holds(`${whole}${VALUE_END}%`)} and ${seen}`, CANDIDATES];
    });
  }

  /** The identifiers that the text means, and indexed values as they are typed. */
  function meantSql(places: readonly Place[], params: Params): string {
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

  async function readSimilar(connection: Connection): Promise<void> {
    const { typed } = ranking;
    if (typed.length < SHORTEST) return;
    const { inner, whole } = toTypoPatterns(typed);
    // The planner expects more of a pattern than there is, and would read the whole table for it.
    await connection.query('set local enable_seqscan = off');
    const candidates = await readPatterns(connection, inner);
    similar = unseen(ranking.similar(candidates, SLIPS));
    if (!similar.some(ranking.isNear) && !isLate()) {
      candidates.push(...(await readPatterns(connection, whole)));
      similar = unseen(ranking.similar(distinct(candidates), SLIPS));
    }
    isCut = similar.length === 0 && isLate();
    if (similar.length === 0 && !isCut)
      similar = unseen(ranking.similar(await readAlike(connection, typed), MANY_SLIPS));
    // The transaction may be part of a larger one.
    await connection.query('set local enable_seqscan = on');
  }

  function unseen(candidates: readonly SearchHit[]): SearchHit[] {
    return candidates.filter(({ record }) => !recordsById.has(record._id));
  }

  async function readPatterns(
    connection: Connection,
    patterns: readonly string[],
  ): Promise<StoredRecord[]> {
    if (patterns.length === 0) return [];
    return run(connection, (sqlScope, seen) => {
      const places = searchedPlaces(resource, readable, sqlScope);
      if (places.column === undefined) return undefined;
      const table = `${quoteName(resource.name)} ${OWN}`;
      const each = patterns.map((pattern) => {
        const holds = holdsPattern(places, sqlScope.params.add(pattern));
        return `(select ${OWN}._id from ${table} where ${holds} and ${isSmall(places.column!)} and ${seen} limit ${CANDIDATES})`;
      });
      return [`${OWN}._id in (${each.join(' union ')})`, CANDIDATES * patterns.length];
    });
  }

  /** Records that share trigrams, for several typos; this takes longer. */
  async function readAlike(connection: Connection, typed: string): Promise<StoredRecord[]> {
    await connection.query('set local pg_trgm.word_similarity_threshold = 0.45');
    return await run(connection, (sqlScope, seen) => {
      const places = searchedPlaces(resource, readable, sqlScope);
      if (places.column === undefined) return undefined;
      const text = sqlScope.params.add(typed.slice(0, MAX_TYPO_WORD_LENGTH));
      const alike = `${text}::text <% ${places.column}`;
      const own = places.isPart ? ` and ${text}::text <% ${foldedText(places.own)}` : '';
      const order = `order by word_similarity(${text}::text, ${places.column}) desc`;
      return [
        `${alike}${own} and ${isSmall(places.column)} and ${seen} ${places.isPart ? '' : order}`,
        CANDIDATES,
      ];
    });
  }

  /** Reads the records of a condition, which is made together with the statement's parameters; of none, no records. */
  async function run(
    connection: Connection,
    toWhere: (
      sqlScope: ReturnType<typeof createSqlScope>,
      seen: string,
    ) => [condition: string, limit: number] | undefined,
  ): Promise<StoredRecord[]> {
    const params = createParams();
    const sqlScope = createSqlScope(scope, params);
    const seen = toCondition(resource, { filter }, undefined, sqlScope);
    const where = toWhere(sqlScope, seen);
    if (!where) return [];
    const [condition, limit] = where;
    const columns = recordColumns(
      resource,
      responseNames(resource, undefined, [...names, ...fields]),
      { sqlScope },
    );
    const rows = `select row_to_json(x) as record ${selectJson(quoteName(resource.name), columns)} where ${condition} limit ${limit}`;
    const text = `select coalesce(json_agg(record), '[]')::text from (${rows}) found`;
    const statement = { text, values: params.values, dependsOnValues: true };
    const [json] = await readRow<[string]>(connection, statement);
    return JSON.parse(json) as StoredRecord[];
  }

  function searchedNames(): string[] {
    const { own, beyond, begun } = searchedPlaces(
      resource,
      readable,
      createSqlScope(scope, createParams()),
    );
    const pathOf = ({ path }: Place) => path;
    return [...own.map(pathOf), ...beyond, ...begun.map(pathOf)];
  }
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
