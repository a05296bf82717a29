import type { Descriptor } from '../descriptor/descriptor.ts';
import { aboutRoutes } from './about/about-routes.ts';
import { actionRoutes, type ActionParts } from './actions/action-routes.ts';
import { eventsRoutes, type EventParts } from './events/events-routes.ts';
import { exchangeRoutes } from './exchange/exchange-routes.ts';
import { publicRoutes } from './public/public-routes.ts';
import { recordRoutes } from './records/record-routes.ts';
import type { Route } from './route.ts';
import type { SessionParts } from './session/session-parts.ts';
import { sessionRoutes } from './session/session-routes.ts';

/** Every route there is, with what it needs. Where two match, the first without parameters answers. */
export function createRoutes(
  descriptor: Descriptor,
  session: SessionParts & EventParts & ActionParts,
  whole = descriptor,
): Route[] {
  return [
    ...sessionRoutes(session),
    ...aboutRoutes((seen) => createRoutes(seen, session, whole)),
    ...eventsRoutes(session),
    // Everybody reads these, so what a role may see does not narrow them.
    ...publicRoutes(whole),
    ...[...descriptor.resources.values()].flatMap((resource) => [
      ...recordRoutes(resource),
      ...exchangeRoutes(resource),
      ...actionRoutes(resource, session.actions ?? []),
    ]),
  ];
}
