import type { Descriptor } from '../descriptor/descriptor.ts';
import { metaRoutes } from './meta/routes.ts';
import { type ActionParts, actionRoutes } from './actions/routes.ts';
import { attachmentRoutes, recordFileRoutes } from './attachments/routes.ts';
import { bulkRoutes } from './bulk/stop-bulk.ts';
import { changeRoutes } from './past/changes/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { pastRoutes } from './past/routes.ts';
import { preferenceRoutes } from './preferences/routes.ts';
import { type EventServices, liveRoutes } from './live/routes.ts';
import { extensionRoutes, type RouteParts } from './extending/define-route.ts';
import { fileRoutes } from './files/routes.ts';
import type { ReadyServices } from './meta/health.ts';
import type { MetricsServices } from './meta/metrics.ts';
import { recipeRoutes, recipeRoutesOf } from './files/jobs/recipes.ts';
import { jobRoutes, jobRoutesOf } from './files/jobs/routes.ts';
import { sampleRoutes } from './sample/routes.ts';
import { mergeRoutes } from './duplicates/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { formRoutes } from './public/form-routes.ts';
import { publicRoutes } from './public/routes.ts';
import { recordRoutes } from './record-routes.ts';
import { peopleRoutes } from './admin/people/routes.ts';
import { personRoutes } from './admin/people/person-routes.ts';
import { userSessionRoutes } from './admin/people/session-routes.ts';
import { type Route, withTag } from './http/route.ts';
import { sessionRoutes } from './accounts/session-routes.ts';
import type { SessionServices } from './accounts/session-services.ts';
import { structureRoutes } from './structure/routes.ts';
import { searchRoutes } from './search/search.ts';
import { register } from './accounts/register.ts';
import { accountRoutes } from './accounts/account-routes.ts';
import { factorRoutes } from './accounts/factors/factor-routes.ts';
import { viewRoutes } from './accounts/view-as.ts';
import { keyRoutes } from './accounts/keys/key-routes.ts';
import { identityRoutes } from './accounts/oidc/identity-routes.ts';
import { oidcRoutes } from './accounts/oidc/oidc-routes.ts';
import { trashRoutes } from './past/trash/routes.ts';
import { type McpServices, mcpRoutes } from './mcp/mcp-routes.ts';
import { threadRoutes } from './threads/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { USERS } from '../store/system/account.ts';

/** The code of an installation that has routes. */
type Code = ActionParts & RouteParts;

/** What routes need to run. */
type Running = SessionServices & EventServices & MetricsServices & ReadyServices & McpServices;

/** The routes that nobody runs: their paths, their rights and their descriptions. */
export function listRoutes(descriptor: Descriptor, code: Code = {}, whole = descriptor): Route[] {
  const get = (): never => {
    throw new Error('these routes are only listed');
  };
  return createRoutes(descriptor, new Proxy({} as Running, { get }), code, whole);
}

/** All routes with their requirements. If two match, the first without parameters wins. */
export function createRoutes(
  descriptor: Descriptor,
  session: Running,
  code: Code,
  whole = descriptor,
): Route[] {
  const routes: Route[] = [
    // The rights of a role do not limit what people do with their own account.
    ...withTag('session', [
      ...sessionRoutes(session),
      ...factorRoutes(session),
      ...keyRoutes(session),
      ...oidcRoutes(session),
      ...identityRoutes(session),
      ...accountRoutes(whole, session),
      ...viewRoutes(whole, session),
    ]),
    ...(descriptor.resources.has(USERS)
      ? withTag('people', [
          ...peopleRoutes(descriptor),
          ...userSessionRoutes(session),
          ...personRoutes(session),
        ])
      : []),
    ...withTag(
      'system',
      metaRoutes((seen) => createRoutes(seen, session, code, whole), session),
    ),
    ...withTag('system', structureRoutes()),
    ...withTag('admin', [...adminRoutes(), ...webhookRoutes()]),
    ...withTag('system', [...mcpRoutes(session), ...sampleRoutes()]),
    ...withTag('files', attachmentRoutes()),
    ...withTag('jobs', jobRoutes()),
    ...withTag('changes', changeRoutes()),
    ...withTag('jobs', recipeRoutes()),
    ...withTag('threads', threadRoutes()),
    ...withTag('preferences', preferenceRoutes()),
    ...withTag('bulk', bulkRoutes()),
    ...withTag('system', searchRoutes()),
    ...withTag('preferences', dashboardRoutes()),
    ...withTag('system', liveRoutes(session)),
    ...extensionRoutes(descriptor, code.routes ?? []),
    // The rights of a role do not limit these routes, because everyone reads them.
    ...withTag('public', [...publicRoutes(whole), ...formRoutes(whole, session)]),
    ...[...descriptor.resources.values()].flatMap((resource) =>
      withTag(resource.name, [
        ...recordRoutes(resource, () => routes).map((each) => openToStrangers(each, session)),
        ...withTag('files', recordFileRoutes(resource)),
        ...pastRoutes(resource),
        ...fileRoutes(resource),
        ...jobRoutesOf(resource),
        ...recipeRoutesOf(resource),
        ...mergeRoutes(resource),
        ...trashRoutes(resource),
        ...actionRoutes(resource, code.actions ?? []),
      ]),
    ),
  ];
  return routes;
}

/** With the token of an admin, `POST /api/users` creates a user; without a token it is a registration. */
function openToStrangers(route: Route, session: SessionServices): Route {
  if (route.method !== 'POST' || route.path !== '/api/users') return route;
  return { ...route, stranger: (call) => register(call, session) };
}
