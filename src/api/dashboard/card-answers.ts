import { readableFields } from '../../descriptor/access.ts';
import type { Card, CardKind } from '../../descriptor/permissions/dashboard.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { parseSort } from '../../descriptor/filter/query-lists.ts';
import { titleFields } from '../../descriptor/title.ts';
import { recordsOf } from '../../store/records-of.ts';
import type { QueryRunner } from '../../store/store.ts';
import type { UserCall } from '../http/call.ts';
import { withLabels } from '../records/facet-labels.ts';
import { readTrend } from './read-trend.ts';

export type CardQuestion = {
  /** Its store has a limit of time. */
  call: UserCall;
  sql: QueryRunner;
  resource: Resource;
  card: Card;
  filter: Filter | undefined;
  /** The filter without what the card asks: all it could have found. */
  around: Filter | undefined;
};

type Answer = (question: CardQuestion) => Promise<object>;

/** What is told for each kind of card. What was changed last is asked of the lists themselves. */
export const cardAnswers: Readonly<Record<CardKind, Answer | undefined>> = {
  count: async (question) => {
    const { total, totalIsEstimate } = await countOf(question);
    return { total, totalIsEstimate, trend: await readTrend(question) };
  },
  check: checkOf,
  list: listOf,
  chart: chartOf,
  changes: undefined,
};

/** By the way of lists, which know a total they counted before as long as it holds. */
async function countOf({ call, resource, filter }: CardQuestion) {
  const { total, totalIsEstimate } = await call.parts.store.list(resource, {
    ...(filter && { filter }),
    sort: [],
    page: 1,
    perPage: 1,
    fields: ['_id'],
    total: 'exact',
  });
  return { total, totalIsEstimate };
}

/** Of none to look at it matters whether there was anything to be looked at. */
async function checkOf(question: CardQuestion) {
  const counted = await countOf(question);
  if (counted.total !== 0) return { ...counted, isEmpty: false };
  const { call, resource, around } = question;
  const some = await call.parts.store.list(resource, {
    ...(around && { filter: around }),
    sort: [],
    page: 1,
    perPage: 1,
    fields: ['_id'],
    total: 'none',
  });
  return { ...counted, isEmpty: recordsOf(some).length === 0 };
}

async function listOf({ call, resource, card, filter }: CardQuestion): Promise<object> {
  const { descriptor, role, parts } = call;
  const readable = readableFields(descriptor, role, resource);
  const parsed = parseSort({ descriptor, role, resource }, card.sort ?? resource.list.sort, 'sort');
  const named = [...titleFields(resource), resource.importKey, ...(card.columns ?? [])];
  const fields = named.filter((path) => readable.includes(path.split('.')[0]!));
  const list = await parts.store.list(
    resource,
    {
      ...(filter && { filter }),
      sort: 'sort' in parsed ? parsed.sort : [],
      page: 1,
      perPage: card.limit,
      fields: [...new Set([...fields.map((path) => path.split('.')[0]!), 'updatedAt'])],
      total: 'estimate',
    },
    readable,
  );
  const { total, totalIsEstimate } = list;
  return { records: recordsOf(list), total, totalIsEstimate };
}

async function chartOf(question: CardQuestion): Promise<object> {
  const { call, resource, card, filter } = question;
  const { descriptor, role, parts } = call;
  const path = card.by!;
  if (card.every) {
    const since = monthsAgo(card.limit - 1);
    const recent: Filter = { path, operator: 'gte', operands: [since] };
    const query = { filter: filter ? { and: [filter, recent] } : recent };
    const counts = await parts.store.periods(resource, { path, unit: card.every }, query);
    return { since, periods: counts };
  }
  const readable = readableFields(descriptor, role, resource);
  const [facet] = await parts.store.facets(resource, [path], filter ? { filter } : {}, readable);
  if (facet!.timedOut) return { timedOut: true };
  return { facet: await withLabels(call, resource, path, facet!) };
}

/** The first day of a month, so many before this one. */
function monthsAgo(months: number): string {
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  return first.toISOString().slice(0, 10);
}
