import { Recipe, Recipes } from '../../../contract/jobs.ts';
import { z } from 'zod';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { problem } from '../../../fields/problem.ts';
import { changeRecipe, deleteRecipe, listRecipes } from '../../../store/system/jobs/recipes.ts';
import { answer, answerEmpty } from '../../http/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, refuse, type Reply } from '../../http/refusal.ts';
import { type Route, route, withArgument } from '../../http/route.ts';
import { json, jsonBody } from '../../http/operation/schemas.ts';
import { id } from '../../http/operation/parameters.ts';

const recipeBody = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  shared: z.boolean().optional(),
});

async function answerRecipes(call: UserCall, resource: Resource): Promise<Response> {
  const { parts, user } = call;
  const data = await listRecipes(parts.database.primaryOrReplica, {
    resource: resource.name,
    owner: user._id,
  });
  return answer(call, 200, Recipes, { data });
}

async function updateRecipe(call: UserCall): Promise<Reply> {
  const asked = await parseBody(call, recipeBody);
  if (isRefusal(asked)) return asked;
  const recipe = await changeRecipe(call.parts.database, placeOf(call), asked.value);
  return recipe ? answer(call, 200, Recipe, recipe) : refuse(problem('S001', ''));
}

async function removeRecipe(call: UserCall): Promise<Reply> {
  const isGone = await deleteRecipe(call.parts.database, placeOf(call));
  return isGone ? answerEmpty(call, 204) : refuse(problem('S001', ''));
}

function placeOf({ params, user }: UserCall): { id: string; owner: string } {
  return { id: params['id'] ?? '', owner: user._id };
}

const tags = ['jobs'];

/** The routes to rename, share and delete recipes. */
export function recipeRoutes(): Route[] {
  return [
    route('PUT', '/api/recipes/:id', updateRecipe, 'user', () => ({
      operationId: 'changeRecipe',
      summary: 'Rename or share one of your recipes',
      tags,
      parameters: [id],
      requestBody: jsonBody(recipeBody),
      responses: { 200: json('The recipe.', Recipe) },
      problems: [400, 404, 422],
    })),
    route('DELETE', '/api/recipes/:id', removeRecipe, 'user', () => ({
      operationId: 'removeRecipe',
      summary: 'Delete one of your recipes',
      tags,
      parameters: [id],
      responses: { 204: { description: 'Deleted.' } },
      problems: [404],
    })),
  ];
}

/** The route that lists the recipes of a resource. */
export function recipeRoutesOf(resource: Resource): Route[] {
  const needs = { may: 'import', of: resource } as const;
  return [
    route('GET', `${resource.root}/recipes`, withArgument(answerRecipes, resource), needs, () => ({
      operationId: `recipes_${resource.name}`,
      summary: `List the import recipes of ${resource.name}`,
      tags: [resource.name],
      responses: { 200: json('Your own recipes and those shared with you.', Recipes) },
    })),
  ];
}
