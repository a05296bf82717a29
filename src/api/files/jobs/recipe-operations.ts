import { Recipe, Recipes } from '../../../contract/jobs.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Operation } from '../../http/operation/operation.ts';
import { id } from '../../http/operation/id-parameter.ts';
import { json } from '../../http/operation/answer-schema.ts';
import { jsonBody } from '../../http/operation/body-schema.ts';
import { recipeBody } from './recipes.ts';

const tags = ['jobs'];
/** What the document says about how files were imported before. */
export const recipeOperations = {
  recipes: ({ name }: Resource): Operation => ({
    operationId: `recipes_${name}`,
    summary: `How files of ${name} were imported before`,
    tags: [name],
    responses: {
      200: json('Own recipes and shared ones.', Recipes),
    },
  }),

  changeRecipe: (): Operation => ({
    operationId: 'changeRecipe',
    summary: 'Name or share a recipe of your own',
    tags,
    parameters: [id],
    requestBody: jsonBody(recipeBody),
    responses: { 200: json('The recipe.', Recipe) },
    problems: [400, 404, 422],
  }),

  removeRecipe: (): Operation => ({
    operationId: 'removeRecipe',
    summary: 'Drop a recipe of your own',
    tags,
    parameters: [id],
    responses: { 204: { description: 'It is gone.' } },
    problems: [404],
  }),
};
