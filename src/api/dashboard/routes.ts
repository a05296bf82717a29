import { CardAnswer } from '../../contract/dashboard.ts';
import { id, query } from '../http/operation/parameters.ts';
import { json } from '../http/operation/schemas.ts';
import { queryRoute, type Route } from '../http/route.ts';
import type { Card } from '../../descriptor/settings/cards.ts';
import { cardsFor, pinnedField } from '../../descriptor/permissions/dashboard.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { combineFilters } from '../../descriptor/filter/row-filters.ts';
import { parseWhere } from '../../descriptor/filter/where.ts';
import { problem } from '../../fields/problems/problem.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { queryContext } from '../../services/acting.ts';
import { findUnknown } from '../http/query-reader.ts';
import { refuse } from '../../services/refusal.ts';
import { cardAnswers } from './card-answers.ts';

/** Each card of the dashboard is a call of its own, so that a slow card delays no other. */
export function dashboardRoutes(): Route[] {
  return [
    queryRoute('GET /api/dashboard/:card', answerCard, 'user', () => ({
      operationId: 'dashboard.card',
      summary: 'Get the content of a dashboard card',
      description:
        'The cards are declared in `app.dashboard` of the descriptor. A card for other roles, or with records or fields you may not see, is not found (404). Cards of kind `changes` and `queries` also return 404, because clients read their content from the lists and from `/api/threads`. Each query is limited to 1,500 ms; if it takes longer, the response contains only `timedOut`.',
      parameters: [
        { name: 'card', in: 'path', required: true, schema: { type: 'string' }, example: 'books' },
        query(
          'current',
          id.schema,
          'The `_id` of the pinned record (`app.current`). Only records that refer to it are included, if the resource can refer to it.',
        ),
      ],
      responses: { 200: json('The content, depending on `kind`', CardAnswer) },
    })),
  ];
}

/** The milliseconds that a statement of a card may take; people do not wait longer for a dashboard. */
const BUDGET = 1_500;

/** Responds with the content of a card for the caller; with `current`, only records of the pinned record. */
async function answerCard(call: UserCall): Promise<Reply> {
  const { descriptor, role, params, services } = call;
  const unknown = findUnknown(call.query, ['current']);
  if (unknown.length > 0) return refuse(unknown);
  const [current, ...more] = call.query.getAll('current');
  if (more.length > 0 || (current !== undefined && !isRecordId(current)))
    return refuse(problem('Q004', 'current', { expected: 'one _id' }));

  const card = cardsFor(descriptor, role).find(({ name }) => name === params['card']);
  const resource = descriptor.resources.get(card?.resource ?? '');
  if (!card || card.kind === 'changes' || card.kind === 'queries' || !resource)
    return refuse(problem('S001', 'card'));

  const read = cardAnswers[card.kind];
  const around = ofCurrent(call, resource, current);
  const filter = combineFilters(declaredFilter(call, resource, card), around);
  const content = await services.store.inTime(BUDGET, (store, sql) =>
    read({
      call: { ...call, services: { ...services, store } },
      sql,
      resource,
      card,
      filter,
      around,
    }),
  );
  return answer(call, 200, CardAnswer, content ?? { kind: card.kind, timedOut: true });
}

function declaredFilter(
  call: UserCall,
  resource: Resource,
  { filter = {} }: Card,
): Filter | undefined {
  const parsed = parseWhere({ ...queryContext(call, resource), where: filter });
  if ('problems' in parsed)
    throw new Error('The role is not allowed to use the filter of this card');
  return parsed.filter;
}

function ofCurrent(
  { descriptor, role }: UserCall,
  resource: Resource,
  current: string | undefined,
): Filter | undefined {
  const path = current && pinnedField(descriptor, role, resource);
  return path ? { path, operator: 'eq', operands: [current] } : undefined;
}
