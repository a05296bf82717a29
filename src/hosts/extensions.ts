import type { Descriptor } from '../descriptor/descriptor.ts';
import type { ActionCode } from '../api/actions/define-action.ts';
import type { RouteCode } from '../api/extending/define-route.ts';
import type { PageCodes } from '../admin/pages/define-page.ts';
import { pageCodes } from './extension-pages.ts';
import { countTerms } from '../installation/mappings/count-terms.ts';
import { decide } from '../installation/mappings/decide.ts';
import { latest } from '../installation/mappings/latest.ts';
import { listTerms } from '../installation/mappings/list-terms.ts';
import { suggestTargets } from '../installation/mappings/suggest-targets.ts';
import { generate } from '../installation/masters/generate.ts';
import { projectMetas } from '../installation/projects/metas.ts';
import { projectResults } from '../installation/projects/results.ts';
import { sourceActivity } from '../installation/projects/source-activity.ts';
import { projectSources } from '../installation/projects/sources.ts';
import { userActivity } from '../installation/projects/user-activity.ts';
import { review } from '../installation/sources/review.ts';

/**
 * What extensions bring belongs to the installation whose descriptor declares some of it. With a
 * descriptor that has none of their pages and actions it is not there, whatever its resources are called.
 */
export function extensionsOf(descriptor: Descriptor): {
  actions: readonly ActionCode[];
  routes: readonly RouteCode[];
  pages: PageCodes;
} {
  const isOurs =
    descriptor.app.pages.some(({ name }) => Object.hasOwn(pageCodes, name)) ||
    actionCodes.some(({ resource, name }) =>
      descriptor.resources.get(resource)?.actions.some((action) => action.name === name),
    );
  return isOurs
    ? { actions: actionCodes, routes: routeCodes, pages: pageCodes }
    : { actions: [], routes: [], pages: {} };
}

/** The code this installation brings for actions of its descriptor. */
export const actionCodes: readonly ActionCode[] = [review];

/** The routes this installation brings; one is there where the resources it needs are declared. */
export const routeCodes: readonly RouteCode[] = [
  latest,
  countTerms,
  listTerms,
  suggestTargets,
  decide,
  generate,
  projectSources,
  projectMetas,
  projectResults,
  userActivity,
  sourceActivity,
];
