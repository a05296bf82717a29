import type { Route } from './http/route.ts';

/**
 * What changes who may come in, and what takes the audit log away, needs a fresh proof, beside the routes that say so
 * themselves (`fresh`) and the work that `refuseUnproven` judges. Lists and records of users do not: a stolen session reads what its owner reads, page by page.
 */
const proofRoutes: ReadonlySet<string> = new Set([
  'POST /api/admin/invite',
  'PUT /api/admin/user/:id/confirm',
  'PUT /api/admin/user/:id/reject',
  'PUT /api/admin/user/:id/disable',
  'PUT /api/admin/user/:id/enable',
  'PUT /api/admin/user/:id/role',
  'POST /api/admin/user/:id/resetlink',
  'POST /api/users',
  'POST /api/users/bulk',
  'DELETE /api/users/:id',
  'POST /api/users/:id/restore',
  'POST /api/users/trash/restore',
  'POST /api/users/:id/erase',
  'PUT /api/admin/mailtexts/:kind/:language',
  'DELETE /api/admin/mailtexts/:kind/:language',
  'GET /api/admin/audit/export',
]);

export function withProof(route: Route): Route {
  return proofRoutes.has(`${route.method} ${route.path}`) ? { ...route, fresh: true } : route;
}
