import type { Resource } from '../../../descriptor/descriptor.ts';
import type { UserCall } from '../../http/call.ts';
import { jobOperations as say } from './job-operations.ts';
import { recipeOperations as sayOf } from './recipe-operations.ts';
import type { Route } from '../../http/route.ts';
import { createJob } from './create-job.ts';
import { removeJob, stopJob } from './find-job.ts';
import { answerFailed } from './failed-file.ts';
import { lookAtFile } from './look-at-file.ts';
import { readJob, readJobs, readProblems, readRows } from './read-jobs.ts';
import { answerRecipes, putRecipe, removeRecipe } from './recipes.ts';
import { resumeJob, runJob } from './run-job.ts';
import { undoJob } from './take-back.ts';

/** Imports as jobs: looked at, rehearsed, run, stopped, gone on with, taken back. A job is its owner's. */
export function jobRoutes(all: () => readonly Route[]): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/jobs',
      needs: 'user',
      takesQuery: true,
      operation: say.list,
      run: readJobs,
    },
    { method: 'GET', path: '/api/jobs/:id', needs: 'user', operation: say.read, run: readJob },
    {
      method: 'DELETE',
      path: '/api/jobs/:id',
      needs: 'user',
      operation: say.remove,
      run: removeJob,
    },
    {
      method: 'POST',
      path: '/api/jobs/:id/look',
      needs: 'user',
      operation: say.look,
      run: lookAtFile,
    },
    {
      method: 'POST',
      path: '/api/jobs/:id/run',
      needs: 'user',
      operation: say.run,
      run: (call: UserCall) => runJob(call, all),
    },
    {
      method: 'POST',
      path: '/api/jobs/:id/cancel',
      needs: 'user',
      operation: say.cancel,
      run: stopJob,
    },
    {
      method: 'POST',
      path: '/api/jobs/:id/resume',
      needs: 'user',
      operation: say.resume,
      run: (call: UserCall) => resumeJob(call, all),
    },
    {
      method: 'POST',
      path: '/api/jobs/:id/undo',
      needs: 'user',
      operation: say.undo,
      run: undoJob,
    },
    {
      method: 'GET',
      path: '/api/jobs/:id/rows',
      needs: 'user',
      takesQuery: true,
      operation: say.rows,
      run: readRows,
    },
    {
      method: 'GET',
      path: '/api/jobs/:id/problems',
      needs: 'user',
      takesQuery: true,
      operation: say.problems,
      run: readProblems,
    },
    {
      method: 'GET',
      path: '/api/jobs/:id/failed',
      needs: 'user',
      takesQuery: true,
      operation: say.failed,
      run: answerFailed,
    },
    {
      method: 'PUT',
      path: '/api/recipes/:id',
      needs: 'user',
      operation: sayOf.changeRecipe,
      run: putRecipe,
    },
    {
      method: 'DELETE',
      path: '/api/recipes/:id',
      needs: 'user',
      operation: sayOf.removeRecipe,
      run: removeRecipe,
    },
  ];
}

/** What of it hangs on one resource. */
export function jobRoutesOf(resource: Resource): Route[] {
  const needs = { may: 'import', of: resource } as const;
  return [
    {
      method: 'POST',
      path: `${resource.root}/jobs`,
      needs,
      operation: () => say.create(resource),
      run: (call: UserCall) => createJob(call, resource),
    },
    {
      method: 'GET',
      path: `${resource.root}/recipes`,
      needs,
      operation: () => sayOf.recipes(resource),
      run: (call: UserCall) => answerRecipes(call, resource),
    },
  ];
}
