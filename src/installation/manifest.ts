import { join } from 'node:path';
import { defineInstallation } from '../api/extending.ts';
import { countTerms } from './mappings/count-terms.ts';
import { decide } from './mappings/decide.ts';
import { latestMapping } from './mappings/latest-mapping.ts';
import { acceptSameNames } from './mappings/accept-same-names.ts';
import { listSameNames } from './mappings/list-same-names.ts';
import { listTerms } from './mappings/list-terms.ts';
import { suggestTargets } from './mappings/suggest/suggest-targets.ts';
import { generate } from './masters/generate.ts';
import { projectMetas } from './projects/metas.ts';
import { projectResults } from './projects/results.ts';
import { sourceActivity } from './projects/source-activity.ts';
import { projectSources } from './projects/sources.ts';
import { userActivity } from './projects/user-activity.ts';
import { screens } from './screens.ui.ts';
import { review } from './sources/review.ts';

/** Everything this installation adds to the product. */
export const installation = defineInstallation({
  writtenFor: 2,
  screens,
  actions: [review],
  routes: [
    latestMapping,
    countTerms,
    listTerms,
    suggestTargets,
    decide,
    listSameNames,
    acceptSameNames,
    generate,
    projectSources,
    projectMetas,
    projectResults,
    userActivity,
    sourceActivity,
  ],
  sample: join(import.meta.dirname, 'sample'),
});
