import type { AnswerKind, CardAnswer, Trend } from '../../contract/dashboard.ts';
import { mayRead, readableFields } from '../../descriptor/access.ts';
import { hidesRows } from '../../descriptor/access-of.ts';
import { readGrowth } from '../../store/read-growth.ts';
import { requestedNames, wayTo } from '../../descriptor/column-field.ts';
import type { Card } from '../../descriptor/settings/cards.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { type Filter, oneRecordPaging } from '../../descriptor/filter/filter.ts';
import { parseSort } from '../../descriptor/filter/query-lists.ts';
import { parseDay, resolveTokens } from '../../descriptor/filter/tokens.ts';
import { findListedField } from '../../descriptor/system-fields.ts';
import { addDays, startOfLocalDay, toLocalDay } from '../../fields/text/time-zone.ts';
import { namingFields } from '../../descriptor/title.ts';
import { parseRecords } from '../../store/memory/free-memory.ts';
import type { QueryRunner } from '../../store/store.ts';
import type { UserCall } from '../http/call.ts';
import { momentOf } from '../../services/acting.ts';
import { withLabels } from '../records/list-facets.ts';
import { requireItem, requireValue } from '../../fields/require-entry.ts';

export type CardQuestion = {
  /** Its store has a time limit. */
  call: UserCall;
  sql: QueryRunner;
  resource: Resource;
  card: Card;
  filter: Filter | undefined;
  /** The filter without the card's own: it selects all records that the card could have found. */
  around: Filter | undefined;
};

/** Reads what each kind of card shows. Cards of kind `changes` read the lists instead. */
export const cardAnswers: Readonly<
  Record<AnswerKind, (question: CardQuestion) => Promise<CardAnswer>>
> = { count: readCount, check: readCheck, list: readList, chart: readChart };

async function readCount(question: CardQuestion): Promise<CardAnswer> {
  const total = await countRecords(question);
  return { kind: 'count', timedOut: false, ...total, trend: await readTrend(question) };
}

/** If nothing needs checking, the card shows whether there was anything to check. */
async function readCheck(question: CardQuestion): Promise<CardAnswer> {
  const total = await countRecords(question);
  const isEmpty =
    total.total === 0 &&
    parseRecords(await listOne(question, question.around, 'none')).length === 0;
  return { kind: 'check', timedOut: false, ...total, isEmpty };
}

/** Counts as lists do, which remember a total for as long as it holds. */
async function countRecords(question: CardQuestion) {
  const { total, totalIsEstimate } = await listOne(question, question.filter, 'exact');
  return { total, totalIsEstimate };
}

function listOne(
  { call, resource }: CardQuestion,
  filter: Filter | undefined,
  total: 'exact' | 'none',
) {
  const paging = { ...oneRecordPaging, total, fields: ['_id'] };
  return call.services.store.list(resource, { ...(filter && { filter }), ...paging });
}

async function readList({ call, resource, card, filter }: CardQuestion): Promise<CardAnswer> {
  const { descriptor, role, services } = call;
  const readable = readableFields(descriptor, role, resource);
  const parsed = parseSort({ descriptor, role, resource }, card.sort ?? resource.list.sort, 'sort');
  const shown = (card.columns ?? []).flatMap((path) => [
    ...requestedNames(resource, path),
    // The record that has a file is needed to read it.
    ...wayTo(resource, path),
  ]);
  const named = [...namingFields(resource), ...shown].filter((name) =>
    mayRead(descriptor, role, resource, name),
  );
  const list = await services.store.list(
    resource,
    {
      ...(filter && { filter }),
      sort: 'sort' in parsed ? parsed.sort : [],
      page: 1,
      perPage: card.limit,
      fields: [...new Set([...named, 'updatedAt'])],
      total: 'estimate',
    },
    readable,
  );
  const { total, totalIsEstimate } = list;
  return { kind: 'list', timedOut: false, records: parseRecords(list), total, totalIsEstimate };
}

async function readChart({ call, resource, card, filter }: CardQuestion): Promise<CardAnswer> {
  const { descriptor, role, services } = call;
  const path = requireValue(card.by, 'path of the chart');
  if (card.every) {
    const since = monthsAgo(card.limit - 1, resource.timeZone);
    const start = parseDay(requireValue(findListedField(resource, path), path), since) ?? since;
    const recent = resolveTokens({ path, operator: 'gte', operands: [start] }, momentOf(call));
    const query = { filter: filter ? { and: [filter, recent] } : recent };
    const periods = await services.store.periods(resource, { path, unit: card.every }, query);
    return { kind: 'chart', timedOut: false, since, periods };
  }
  const readable = readableFields(descriptor, role, resource);
  const query = filter ? { filter } : {};
  const facet = requireItem(await services.store.facets(resource, [path], query, readable), 0);
  if (facet.timedOut) return { kind: 'chart', timedOut: true };
  const labelled = await withLabels(call, resource, path, facet);
  return { kind: 'chart', timedOut: false, facet: labelled };
}

/** The first day of the month so many months before the current one, as `2026-11-01`. */
function monthsAgo(months: number, timeZone: string): string {
  const day = new Date(toLocalDay(new Date(), timeZone));
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - months, 1))
    .toISOString()
    .slice(0, 10);
}

const DAYS = 30;

/**
 * The numbers of records created and deleted on each of the last thirty days. They come from the history
 * for all records of a resource, else from the creation dates of the records that still exist. Null for
 * roles that may not read when records were created.
 */
async function readTrend(question: CardQuestion): Promise<Trend | null> {
  const { call, sql, resource, filter } = question;
  const { descriptor, role } = call;
  if (!mayRead(descriptor, role, resource, 'createdAt')) return null;
  const day = addDays(toLocalDay(new Date(), resource.timeZone), 1 - DAYS);
  const since = requireValue(startOfLocalDay(day, resource.timeZone), day).toISOString();
  const isPart = filter !== undefined || hidesRows(descriptor, role, resource);
  const days = isPart
    ? await countCreated(question, since)
    : await readGrowth(sql, resource, since);
  return { since: day, days };
}

async function countCreated({ call, resource, filter }: CardQuestion, since: string) {
  const recent: Filter = { path: 'createdAt', operator: 'gte', operands: [since] };
  const counts = await call.services.store.periods(
    resource,
    { path: 'createdAt', unit: 'day' },
    { filter: filter ? { and: [filter, recent] } : recent },
  );
  return counts.map(({ period, count }) => ({ day: period, created: count, deleted: null }));
}
