import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Filter } from '../../../descriptor/filter/filter.ts';
import { foldText } from '../../../fields/text/fold-text.ts';
import { createParams, quoteName, type Params } from '../../connection/sql.ts';
import { findPlace, OWN } from '../../schema/place.ts';
import { recordColumns, responseNames, selectJson } from '../../schema/record-json.ts';
import { VALUE_END } from '../../schema/search-words.ts';
import type { StoredRecord } from '../../store.ts';
import { foldedText, holdsPattern, searchedPlaces, toCondition } from '../sql/conditions.ts';
import { escapePattern } from '../filters.ts';
import { readWithin, type TimedReading } from '../sql/in-time.ts';
import { createSqlScope, type SqlScope } from '../sql/scope.ts';
import { MAX_TYPO_WORD_LENGTH, toTypoPatterns } from './typo-patterns.ts';
import { requireItem } from '../../../fields/require-entry.ts';

export type AlikeQuestion = {
  texts: readonly string[];
  /** The text fields to compare and return; the caller may read all of them. */
  fields: readonly string[];
  filter?: Filter | undefined;
  /** The most records for each text. */
  most: number;
  /** `typos`: by a letter or two, which is quick; `parts`: with common parts, which takes long in a large collection. */
  by: 'typos' | 'parts';
  /** Milliseconds that the statement may take. */
  within: number;
};

/** The share of common trigrams below which two texts mean different things: in an index, and among few records. */
const LEAST = 0.6;
const LEAST_OF_FEW = 0.4;

/** Without searched fields there is no index, so only so many records are compared. */
const MOST_UNINDEXED = 20_000;

/** Records with more text, in bytes as stored, take too long to compare. */
const LARGEST = 16_000;

/** With so many patterns of parts, nearly every typo is within one of them. */
const ENOUGH = 3;

/** How many records one pattern contributes. */
const OF_PATTERN = 10;

// The planner does not know the patterns of a statement with many, and expects each in so many records that reading
// the table in any order would soon find some.
const byBitmaps = 'set local enable_seqscan = off; set local enable_indexscan = off';
const asUsual = 'set local enable_seqscan = on; set local enable_indexscan = on';

/**
 * The records whose texts are similar to each of several texts, in the order of the texts: all in one statement.
 * Undefined when it took too long.
 */
export async function findAlike(
  { begin, scope }: Pick<TimedReading, 'begin' | 'scope'>,
  resource: Resource,
  { texts, fields, filter, most, by, within }: AlikeQuestion,
): Promise<StoredRecord[][] | undefined> {
  const params = createParams();
  const sqlScope = createSqlScope(scope, params);
  const seen = toCondition(resource, { filter }, undefined, sqlScope);
  const places = searchedPlaces(resource, fields, sqlScope);
  const isIndexed = places.column !== undefined;
  const table = quoteName(resource.name);
  const columns = recordColumns(resource, responseNames(resource, undefined, fields), { sqlScope });
  const folded = texts.map((text) => foldText(text).trim().replace(/\s+/g, ' '));
  const site = { folded, params, places, resource, fields, sqlScope, table, seen, most };
  const byIndex = by === 'typos' ? byPatterns : byParts;
  const lookup = (isIndexed ? byIndex : byReading)(site);
  const text =
    `${lookup.before}select f.at, row_to_json(x)::text ${selectJson(table, columns)} ` +
    `join (${lookup.sql}) f on f._id = ${OWN}._id`;
  return readWithin(begin, within, async (connection) => {
    const least = isIndexed ? LEAST : LEAST_OF_FEW;
    await connection.query(`set local pg_trgm.word_similarity_threshold = ${least}`);
    if (isIndexed) await connection.query(byBitmaps);
    const statement = { text, values: params.values, dependsOnValues: true };
    const rows = await connection.run<[at: number, json: string]>(statement);
    // The transaction may be part of a larger one.
    if (isIndexed) await connection.query(asUsual);
    const alike: StoredRecord[][] = texts.map(() => []);
    for (const [at, json] of rows)
      requireItem(alike, at - 1).push(JSON.parse(json) as StoredRecord);
    return alike;
  });
}

/** What the ways to find have in common: the folded texts, where to search, and what the caller may see, in SQL. */
type AlikeSite = {
  folded: readonly string[];
  params: Params;
  places: ReturnType<typeof searchedPlaces>;
  resource: Resource;
  fields: readonly string[];
  sqlScope: SqlScope;
  table: string;
  seen: string;
  most: number;
};

/** Each text with its patterns: the whole text, and the text with a gap where a typo may be. */
function byPatterns({ folded, params, places, table, seen }: AlikeSite) {
  const sought = folded.flatMap((typed, at) => {
    const { inner, whole } = toTypoPatterns(typed);
    const same = `%${VALUE_END}${escapePattern(typed)}${VALUE_END}%`;
    // Each pattern costs milliseconds. Of a short text, those of parts leave out some places for a typo.
    const patterns = typed === '' ? [] : [same, ...(inner.length < ENOUGH ? whole : inner)];
    return patterns.map((pattern) => ({ pattern, at: at + 1 }));
  });
  const patterns = params.add(sought.map(({ pattern }) => pattern));
  const numbers = params.add(sought.map(({ at }) => at));
  const rows =
    `select ${OWN}._id from ${table} ${OWN} where ${holdsPattern(places, 'v.pattern')} ` +
    `and pg_column_size(${places.column}) <= ${LARGEST} and (${seen}) limit ${OF_PATTERN}`;
  const sql =
    `select distinct v.at, n._id from unnest(${patterns}::text[], ${numbers}::int[]) v(pattern, at) ` +
    `cross join lateral (${rows}) n`;
  return { before: '', sql };
}

function byParts(site: AlikeSite) {
  const { table, seen, most } = site;
  const { column, own, isPart } = site.places;
  const readable = isPart ? foldedText(own) : column;
  // The column also has the words of fields that the caller may not read.
  const isReadable = isPart ? ` and v.text <% ${readable}` : '';
  const rows =
    `select ${OWN}._id from ${table} ${OWN} where v.text <% ${column}${isReadable} ` +
    `and pg_column_size(${column}) <= ${LARGEST} and (${seen}) ` +
    `order by word_similarity(v.text, ${readable}) desc, length(${readable}), ${OWN}._id limit ${most}`;
  return {
    before: '',
    sql: `select v.at, n._id from ${textsSql(site)} cross join lateral (${rows}) n`,
  };
}

/** Values made from other records are not compared. */
function byReading(site: AlikeSite) {
  const { resource, fields, sqlScope, table, seen, most } = site;
  const compared = fields
    .filter((name) => resource.fields.has(name))
    .map((name) => findPlace(resource, name, `${OWN}.`, sqlScope));
  const words = compared.length === 0 ? "''" : foldedText(compared);
  const source = `select ${OWN}._id, ${words} as words from ${table} ${OWN} where ${seen} order by ${OWN}._id limit ${MOST_UNINDEXED}`;
  const rows =
    `select k._id from known k where v.text <% k.words ` +
    `order by word_similarity(v.text, k.words) desc, length(k.words), k._id limit ${most}`;
  return {
    before: `with known as materialized (${source}) `,
    sql: `select v.at, n._id from ${textsSql(site)} cross join lateral (${rows}) n`,
  };
}

function textsSql({ folded, params }: AlikeSite): string {
  // The beginning of a long text says enough, and each letter costs.
  const typed = params.add(folded.map((one) => one.slice(0, MAX_TYPO_WORD_LENGTH)));
  return `unnest(${typed}::text[]) with ordinality v(text, at)`;
}
