import { RecipeSettings } from '../../../contract/import-settings.ts';
import { Recipe, Recipes } from '../../../contract/jobs.ts';
import { RecipeVersions } from '../../../contract/recipes.ts';
import { z } from 'zod';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { DUPLICATE, problem, type Problem } from '../../../fields/problems/problem.ts';
import { newId } from '../../../store/records/sql/new-id.ts';
import { readJobFile } from '../../../store/system/jobs/job-file.ts';
import {
  listVersions,
  changeRecipe,
  createRecipe,
  deleteRecipe,
  getRecipe,
  listRecipes,
  MAX_RECIPES,
} from '../../../store/system/jobs/recipes.ts';
import { USERS } from '../../../store/system/account.ts';
import { isProven } from '../../../store/system/accounts/sessions.ts';
import { answer, answerEmpty, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { toEtag } from '../../../contract/to-etag.ts';
import { parseBody } from '../../http/json-body.ts';
import { notAllowed } from '../../../services/not-allowed.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../../../services/refusal.ts';
import { firstColumns, headerHash } from '../../../services/import/first-columns.ts';
import { queryContext, readerOf } from '../../../services/acting.ts';
import { seenNames } from '../../../services/seen-names.ts';
import { onceRoute, type Route, route, withArgument } from '../../http/route.ts';
import { json, jsonBody } from '../../http/operation/schemas.ts';
import { ifMatch, once } from '../../http/operation/parameters.ts';
import { createFlattener } from '../../../files/import/rows/flatten-row.ts';
import { checkLayout } from '../../../services/import/check-layout.ts';
import { findFilePaths } from '../../../files/import/write/file-paths.ts';
import { checkMissing, checkMissingRecords } from '../../../services/import/check-missing.ts';
import { wideLayout } from '../../../files/formats/file-layout.ts';
import { findJob } from './find-job.ts';
import {
  checkRoles,
  findOwnRecipe,
  findRecipeOf,
  refuseStale,
  toVisible,
} from './recipe-access.ts';

const name = z.string().trim().min(1).max(200);
const shared = z.union([z.boolean(), z.array(z.string()).min(1).max(100)]);
type Shared = Recipe['shared'];

const newRecipe = z.strictObject({
  name,
  request: RecipeSettings,
  shared: shared.optional(),
  job: z.string().optional().describe('An import: the recipe is offered for its columns.'),
});

const recipeBody = z.strictObject({
  name: name.optional(),
  shared: shared.optional(),
  request: RecipeSettings.optional(),
  watched: z.boolean().optional().describe('Admins only.'),
});

async function answerRecipes(call: UserCall, resource: Resource): Promise<Response> {
  const { database } = call.services;
  const recipes = await listRecipes(database.primaryOrReplica, readerOf(call), resource.name);
  return answer(call, 200, Recipes, { data: await toVisible(call, recipes) });
}

async function addRecipe(call: UserCall, resource: Resource): Promise<Reply> {
  const body = await parseBody(call, newRecipe);
  if (isRefusal(body)) return body;
  const { job, ...values } = body.value;
  const problems = [
    ...checkRoles(call, values.shared),
    ...checkSaved(call, resource, values.request),
  ];
  if (problems.length > 0) return refuse(problems, { status: 422 });
  const header = job === undefined ? '' : await headerOf(call, resource, job, values.request);
  if (typeof header !== 'string') return header;
  const place = { id: newId(), resource: resource.name, by: readerOf(call) };
  const made = await createRecipe(call.services.database, { ...place, header }, values);
  if (made === 'taken') return refuse(problem(DUPLICATE, 'name'));
  if (made === 'tooMany') return refuse(problem('V016', '', { max: MAX_RECIPES }), { status: 422 });
  return await answerRecipe(call, made, 201);
}

/**
 * The problems of settings that no import could run with later. The columns of its file are not known yet, so the import
 * checks what is about them.
 */
function checkSaved(
  call: UserCall,
  resource: Resource,
  request: z.output<typeof RecipeSettings>,
): Problem[] {
  const problems: Problem[] = [];
  const missing = checkMissing(findFilePaths(call, resource), request, problems);
  if (missing)
    problems.push(...checkMissingRecords(queryContext(call, resource), resource, missing));
  return problems.map((one) => ({ ...one, path: `request.${one.path}` }));
}

/** The key of the columns in the file of a job. */
async function headerOf(
  call: UserCall,
  resource: Resource,
  job: string,
  { layout = {} }: z.output<typeof RecipeSettings>,
): Promise<string | Refusal> {
  const hit = await findJob({ ...call, params: { id: job } });
  if (isRefusal(hit) || hit.job.kind !== 'import' || hit.resource !== resource)
    return refuse(problem('V014', 'job', { value: job }), { status: 422 });
  const parsed = checkLayout(layout, hit.job.file.layout);
  if ('problems' in parsed) return refuse(parsed.problems, { status: 422 });
  const open = () => readJobFile(call.services, job);
  return headerHash(
    await firstColumns(open, wideLayout(parsed.layout), createFlattener({ ...call, resource })),
  );
}

async function updateRecipe(call: UserCall): Promise<Reply> {
  const hit = await findOwnRecipe(call);
  if (isRefusal(hit)) return hit;
  const body = await parseBody(call, recipeBody);
  if (isRefusal(body)) return body;
  const { recipe, resource, expected } = hit;
  const changes = body.value;
  const refusal = await refuseWatching(call, recipe, changes.watched);
  if (refusal) return refusal;
  const problems = [
    ...checkRoles(call, addedRoles(call, recipe.shared, changes.shared)),
    ...(changes.request ? checkSaved(call, resource, changes.request) : []),
  ];
  if (problems.length > 0) return refuse(problems, { status: 422 });
  // Settings that nobody has seen are not replaced by accident.
  if (changes.request && !call.request.headers.has('If-Match')) return refuseAs('S002');
  const by = readerOf(call);
  const { database } = call.services;
  const changed = await changeRecipe(database, { id: recipe.id, expected, by }, changes);
  if (changed === 'taken') return refuse(problem(DUPLICATE, 'name'));
  if (changed === 'stale') return await refuseNow(call, recipe.id);
  return await answerRecipe(call, changed, 200);
}

/** Only admins let the import folder use a recipe: it then imports files of others in the name of the owner. */
async function refuseWatching(
  call: UserCall,
  recipe: Recipe,
  watched = recipe.watched,
): Promise<Refusal | undefined> {
  if (watched === recipe.watched) return undefined;
  if (!readerOf(call).all) return refuse(notAllowed(call, 'watched'));
  if (!watched) return undefined;
  if (recipe.resource === USERS) return refuse(problem('A056', 'watched'));
  const proven = await isProven(call.services.database, call.sessionId);
  return proven ? undefined : refuse(problem('A030', 'watched'));
}

/** Roles that it is shared with already stay, also when somebody else has added them. */
function addedRoles({ role: own }: UserCall, before: Shared, after: Shared | undefined): string[] {
  const kept = Array.isArray(before) ? before : [];
  return Array.isArray(after) ? after.map((role) => (kept.includes(role) ? own : role)) : [];
}

async function removeRecipe(call: UserCall): Promise<Reply> {
  const hit = await findOwnRecipe(call);
  if (isRefusal(hit)) return hit;
  const { recipe, expected } = hit;
  const isGone = await deleteRecipe(call.services.database, recipe.id, expected);
  return isGone ? answerEmpty(call, 204) : await refuseNow(call, recipe.id);
}

async function answerVersions(call: UserCall): Promise<Reply> {
  const hit = await findRecipeOf(call);
  if (isRefusal(hit)) return hit;
  const versions = await listVersions(call.services.database.primaryOrReplica, hit.recipe.id);
  const names = await seenNames(
    call,
    versions.map(({ savedBy }) => savedBy),
  );
  const isSeen = (id: string | null) => id !== null && names.has(id);
  const data = versions.map((each) =>
    isSeen(each.savedBy) ? each : { ...each, savedByName: null },
  );
  return answer(call, 200, RecipeVersions, { data });
}

async function answerRecipe(call: UserCall, recipe: Recipe, status: 200 | 201): Promise<Response> {
  const [seen] = await toVisible(call, [recipe]);
  return answer(call, status, Recipe, seen ?? recipe, { ETag: toEtag(recipe.version) });
}

async function refuseNow(call: UserCall, of: string): Promise<Refusal> {
  const now = await getRecipe(call.services.database, readerOf(call), of);
  return now ? await refuseStale(call, now) : refuseAs('S001');
}

/** The routes to change, share and delete recipes, and to read their versions. */
export function recipeRoutes(): Route[] {
  return [
    route('GET /api/recipes/:id/versions', answerVersions, 'user', () => ({
      operationId: 'recipeVersions',
      summary: 'List the last 50 versions of a recipe, newest first',
      description: 'To go back to one, save its `request` as a new version.',
      responses: { 200: json('The versions.', RecipeVersions) },
    })),
    route('PUT /api/recipes/:id', updateRecipe, 'user', () => ({
      operationId: 'changeRecipe',
      summary: 'Rename, share or change one of your recipes',
      description:
        'Makes a new version. The recipe of an import becomes a named one. `request` requires `If-Match`. Admins can change the recipes of others.',
      parameters: [ifMatch(false)],
      requestBody: jsonBody(recipeBody),
      responses: { 200: json('The recipe.', Recipe) },
      problems: [409, 412, 428],
    })),
    route('DELETE /api/recipes/:id', removeRecipe, 'user', () => ({
      operationId: 'removeRecipe',
      summary: 'Delete one of your recipes',
      parameters: [ifMatch(false)],
      responses: { 204: { description: 'Deleted.' } },
      problems: [412],
    })),
  ];
}

/** The routes that list the recipes of a resource and add one. */
export function recipeRoutesOf(resource: Resource): Route[] {
  const needs = { may: 'import', of: resource } as const;
  return [
    route(`GET ${resource.root}/recipes`, withArgument(answerRecipes, resource), needs, () => ({
      operationId: `recipes_${resource.name}`,
      summary: `List the import recipes of ${resource.name}`,
      description: 'Admins also get the named recipes of others.',
      responses: { 200: json('Your own recipes and those shared with you.', Recipes) },
    })),
    onceRoute(
      `POST ${resource.root}/recipes`,
      withArgument(addRecipe, resource),
      {
        needs,
        // Recipes are for people; a program has its settings.
        takesKey: false,
      },
      () => ({
        operationId: `addRecipe_${resource.name}`,
        summary: `Save the settings of an import into ${resource.name} under a name`,
        parameters: [once],
        requestBody: jsonBody(newRecipe),
        responses: { 201: json('The recipe.', Recipe) },
      }),
    ),
  ];
}
