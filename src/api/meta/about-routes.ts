import { aboutOperations as say } from './about-operations.ts';
import { answerMetrics, type MetricsParts } from './metrics.ts';
import type { Route } from '../http/route.ts';
import { answerConfig } from '../http/config.ts';
import { answerHealth, createReadiness } from './health.ts';
import { answerInfo } from './info.ts';
import { createOpenapi, type RoutesOf } from './openapi.ts';
import { answerPendingPlan, answerStructure } from './structure.ts';

/** What the installation says about itself. */
export function aboutRoutes(routesOf: RoutesOf, parts: MetricsParts): Route[] {
  return [
    { method: 'GET', path: '/api/config', needs: 'user', operation: say.config, run: answerConfig },
    { method: 'GET', path: '/api/info', needs: 'user', operation: say.info, run: answerInfo },
    {
      method: 'GET',
      path: '/api/structure',
      needs: 'developer',
      operation: say.structure,
      run: answerStructure,
    },
    {
      method: 'GET',
      path: '/api/structure/plan',
      needs: 'developer',
      operation: say.plan,
      run: answerPendingPlan,
    },
    {
      method: 'GET',
      path: '/api/openapi.json',
      needs: 'anyone',
      operation: say.openapi,
      run: createOpenapi(routesOf),
    },
    { method: 'GET', path: '/healthz', needs: 'nobody', operation: say.health, run: answerHealth },
    {
      method: 'GET',
      path: '/readyz',
      needs: 'nobody',
      takesQuery: true,
      operation: say.ready,
      run: createReadiness(),
    },
    {
      method: 'GET',
      path: '/metrics',
      needs: 'nobody',
      operation: say.metrics,
      run: (call) => answerMetrics(call, parts),
    },
  ];
}
