import { Recipe, Recipes } from '../../../contract/jobs.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Operation } from '../../http/operation/operation.ts';
import { id } from '../../http/operation/parameters.ts';
import { json, jsonBody } from '../../http/operation/schemas.ts';
import { recipeBody } from './recipes.ts';

const tags = ['jobs'];
/** What the document says about how files were imported before. */
export const recipeOperations = {
  recipes: ({ name }: Resource): Operation => ({
    operationId: `recipes_${name}`,
    summary: `List the import recipes of ${name}`,
    tags: [name],
    responses: {
      200: json('Your own recipes and those shared with you.', Recipes),
    },
  }),

  changeRecipe: (): Operation => ({
    operationId: 'changeRecipe',
    summary: 'Rename or share one of your recipes',
    tags,
    parameters: [id],
    requestBody: jsonBody(recipeBody),
    responses: { 200: json('The recipe.', Recipe) },
    problems: [400, 404, 422],
  }),

  removeRecipe: (): Operation => ({
    operationId: 'removeRecipe',
    summary: 'Delete one of your recipes',
    tags,
    parameters: [id],
    responses: { 204: { description: 'Deleted.' } },
    problems: [404],
  }),
};
