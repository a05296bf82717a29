import { dashboardOperation } from './dashboard-operation.ts';
import type { Route } from '../http/route.ts';
import { answerCard } from './answer-card.ts';

/** What the cards of the dashboard show, each asked for by itself, so that a slow one keeps no other waiting. */
export function dashboardRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/dashboard/:card',
      needs: 'user',
      takesQuery: true,
      operation: dashboardOperation,
      run: answerCard,
    },
  ];
}
