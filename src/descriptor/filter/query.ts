import { requireItem } from '../../fields/require-entry.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { isStorable } from '../../fields/text/storable-text.ts';
import { mayRead } from '../access.ts';
import { COLORS, judgedColors } from './seen-colors.ts';
import { type Filter, type Judgement, type ListQuery, THREADS } from './filter.ts';
import { countedThreads } from './thread-filter.ts';
import { readCondition } from './read-condition.ts';
import { parseFieldNames, parseSort } from './query-lists.ts';
import type { QueryContext } from './query-term.ts';
import { momentWithoutUser, resolveTokens } from './tokens.ts';
import { suggestHint } from '../suggest.ts';
import { costOfFilter, maxTerms, parseLeaf, parseWhere, tooManyTerms } from './where.ts';
import { takesList, type Operator } from '../../fields/type/operators.ts';

const defaultPerPage = 10;
export const maxPerPage = 1000;

/**
 * Parses the query string of a list. Nothing is ignored: an unknown parameter, field, operator or
 * value is a problem that names it. A field that the role may not read counts as unknown.
 */
export function parseListQuery(
  context: QueryContext & { params: URLSearchParams },
): { query: ListQuery } | { problems: Problem[] } {
  const reading: Reading = { context, problems: [], filters: [], query: { ...unasked(context) } };
  for (const name of new Set(context.params.keys())) {
    const values = context.params.getAll(name);
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!parameter) readTerm(reading, name, values);
    else if (values.length > 1) mustBe(reading, name, 'oneValue');
    else parameter(reading, requireItem(values, 0), name);
  }
  const { query, filters, problems } = reading;
  if (costOfFilter(context, { and: filters }) > maxTerms) problems.push(tooManyTerms(''));
  if (query.after !== undefined && context.params.has('_page'))
    mustBe(reading, '_page', 'pageOrCursor');
  if (problems.length > 0) return { problems };
  if (filters.length > 0) {
    const filter = filters.length === 1 ? requireItem(filters, 0) : { and: filters };
    query.filter = resolveTokens(filter, context.moment ?? momentWithoutUser(context.resource));
  }
  return { query };
}

type Reading = { context: QueryContext; problems: Problem[]; filters: Filter[]; query: ListQuery };

function unasked(context: QueryContext): ListQuery {
  const sort = parseSort(context, context.resource.list.sort, '_sort');
  return {
    // The list is sorted by `_id` if the role may not read the field of its default order.
    sort: 'sort' in sort ? sort.sort : [],
    page: 1,
    perPage: defaultPerPage,
    total: 'exact',
  };
}

const parameters: Record<string, (reading: Reading, value: string, name: string) => void> = {
  q: readSearch,
  where: readWhere,
  _page: (reading, value, name) => {
    reading.query.page = readNumber(reading, value, name, 1_000_000) ?? 1;
  },
  _perPage: (reading, value, name) => {
    reading.query.perPage = readNumber(reading, value, name, maxPerPage) ?? defaultPerPage;
  },
  _sort: (reading, value, name) => {
    const parsed = parseSort(reading.context, value, name);
    if ('problems' in parsed) reading.problems.push(...parsed.problems);
    else reading.query.sort = parsed.sort;
  },
  _after: (reading, value, name) => {
    if (value === '') mustBe(reading, name, 'someText');
    else reading.query.after = value;
  },
  _fields: (reading, value, name) => {
    const names = value.split(',');
    // A role that sees no such colours, or no threads, does not learn that there are some.
    const judged = names.includes(COLORS) ? judgedIn(reading.context) : [];
    if (judged.length > 0) reading.query.judged = judged;
    const threads = names.includes(THREADS) ? countedThreads(reading.context) : undefined;
    if (threads) reading.query.threads = threads;
    const others = [...(judged.length > 0 ? [COLORS] : []), ...(threads ? [THREADS] : [])];
    const fields = names.filter((each) => !others.includes(each));
    if (fields.length === 0) reading.query.fields = [];
    else readFields(reading, fields.join(','), name);
  },
  _total: (reading, value, name) => {
    if (isTotal(value)) reading.query.total = value;
    else mustBe(reading, name, 'totalKind');
  },
};

function readFields(reading: Reading, value: string, name: string): void {
  const parsed = parseFieldNames(reading.context, value, name);
  if ('problems' in parsed) reading.problems.push(...parsed.problems);
  else reading.query.fields = parsed.fields;
}

function judgedIn({ descriptor, role, resource, moment }: QueryContext): readonly Judgement[] {
  return judgedColors(descriptor, role, resource, moment ?? momentWithoutUser(resource));
}

/** An empty search box finds everything. */
function readSearch(reading: Reading, value: string, name: string): void {
  const { descriptor, role, resource } = reading.context;
  const text = value.trim();
  if (text === '') return;
  if (!isStorable(text)) return mustBe(reading, name, 'someText');
  if (text.split(/\s+/).length > maxTerms) reading.problems.push(tooManyTerms(name));
  const searched = [...resource.fields.values()].filter((field) => field.search);
  const isSearchable = searched.some((field) => mayRead(descriptor, role, resource, field.name));
  if (isSearchable) reading.query.q = text;
  else reading.problems.push(problem('Q001', name, {}, 'this collection has no searchable fields'));
}

/** JSON, or the same condition as an expression. */
function readWhere(reading: Reading, value: string, name: string): void {
  const read = /^\s*[[{]/.test(value) ? parseJson(value, name) : parseCondition(value, name);
  if ('problems' in read) {
    reading.problems.push(...read.problems);
    return;
  }
  const parsed = parseWhere({ ...reading.context, where: read.where });
  if ('problems' in parsed) reading.problems.push(...parsed.problems);
  else if (parsed.filter) reading.filters.push(parsed.filter);
}

/** Reads a parameter such as `year_gte=2000`: a field, or a field and an operator. */
function readTerm(reading: Reading, name: string, values: string[]): void {
  if (name.startsWith('_') && !/^_(id|version)(_|$)/.test(name)) {
    const hint = suggestHint(name, Object.keys(parameters));
    reading.problems.push(problem('Q001', name, {}, hint));
    return;
  }
  const leaf = parseLeaf(reading.context, name, name, (operator) =>
    fromQueryText(operator, values),
  );
  if ('filter' in leaf) reading.filters.push(leaf.filter);
  else reading.problems.push(...leaf.problems);
}

function readNumber(reading: Reading, value: string, name: string, max: number) {
  const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= max) return number;
  reading.problems.push(problem('Q007', name, { min: 1, max }));
  return undefined;
}

function mustBe(reading: Reading, name: string, expected: string): void {
  reading.problems.push(problem('Q004', name, { expected }));
}

function isTotal(value: string): value is ListQuery['total'] {
  return value === 'exact' || value === 'estimate' || value === 'none';
}

type ReadText = { where: unknown } | { problems: Problem[] };

function parseJson(text: string, name: string): ReadText {
  try {
    return { where: JSON.parse(text) };
  } catch (cause) {
    return { problems: [problem('Q005', name, { reason: (cause as Error).message })] };
  }
}

function parseCondition(text: string, name: string): ReadText {
  const read = readCondition(text);
  if ('where' in read) return read;
  return {
    problems: read.problems.map(({ message, at, hint }) =>
      problem('Q029', name, { reason: message, column: at + 1 }, hint),
    ),
  };
}

/**
 * The value of a filter from the texts of its parameter. For an operator that takes several values,
 * a single text holds them separated by commas; a comma inside a value is encoded twice (`%252C`).
 * Several texts are one value each and are not split. A repeated `name=` means "one of".
 */
function fromQueryText(operator: Operator, texts: readonly string[]): unknown {
  const [only, ...more] = texts;
  if (more.length > 0) return texts;
  if (only === undefined || !takesList(operator)) return only;
  return only === '' ? [] : only.split(',').map(fromListItem);
}

// Only the comma and the percent sign are ever encoded twice, so `50 %` can be written as is.
function fromListItem(text: string): string {
  return text.replace(/%(2c|25)/gi, (_, code: string) => (code === '25' ? '%' : ','));
}
