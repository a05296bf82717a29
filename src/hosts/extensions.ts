import type { ActionCode } from '../api/actions/define-action.ts';
import type { RouteCode } from '../api/extending/define-route.ts';
import { countTerms } from '../extensions/mappings/count-terms.ts';
import { decide } from '../extensions/mappings/decide.ts';
import { latest } from '../extensions/mappings/latest.ts';
import { listTerms } from '../extensions/mappings/list-terms.ts';
import { suggestTargets } from '../extensions/mappings/suggest-targets.ts';
import { generate } from '../extensions/masters/generate.ts';
import { projectMetas } from '../extensions/projects/metas.ts';
import { projectResults } from '../extensions/projects/results.ts';
import { sourceActivity } from '../extensions/projects/source-activity.ts';
import { projectSources } from '../extensions/projects/sources.ts';
import { userActivity } from '../extensions/projects/user-activity.ts';
import { review } from '../extensions/sources/review.ts';

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
