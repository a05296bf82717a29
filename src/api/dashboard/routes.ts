import { CardAnswer } from '../../contract/dashboard.ts';
import { id, query } from '../http/operation/parameters.ts';
import { json } from '../http/operation/schemas.ts';
import { queryRoute, type Route } from '../http/route.ts';
import { answerCard } from './answer-card.ts';

/** Each card of the dashboard is a call of its own, so that a slow card delays no other. */
export function dashboardRoutes(): Route[] {
  return [
    queryRoute('GET /api/dashboard/:card', answerCard, 'user', () => ({
      operationId: 'dashboard.card',
      summary: 'Get the content of a dashboard card',
      description:
        'The cards are declared in `app.dashboard` of the descriptor. A card for other roles, or with records or fields you may not see, is not found (404). Cards of kind `changes` also return 404, because clients read their content from the lists. Each query is limited to 1,500 ms; if it takes longer, the response contains only `timedOut`.',
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
