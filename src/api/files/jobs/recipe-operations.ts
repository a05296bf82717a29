import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Operation, Schema } from '../../http/operation/operation.ts';
import { id } from '../../http/operation/id-parameter.ts';
import { body, json, object } from '../../openapi/say-shape.ts';

const tags = ['jobs'];
const text: Schema = { type: 'string' };

export const recipe: Schema = object({
  id: text,
  resource: text,
  name: text,
  owner: text,
  shared: { type: 'boolean' },
  request: { type: 'object' },
});

/** What the document says about how files were imported before. */
export const recipeOperations = {
  recipes: ({ name }: Resource): Operation => ({
    operationId: `recipes_${name}`,
    summary: `How files of ${name} were imported before`,
    tags: [name],
    responses: {
      200: json('Own recipes and shared ones.', object({ data: { type: 'array', items: recipe } })),
    },
  }),

  changeRecipe: (): Operation => ({
    operationId: 'changeRecipe',
    summary: 'Name or share a recipe of your own',
    tags,
    parameters: [id],
    requestBody: body(object({ name: text, shared: { type: 'boolean' } }, [])),
    responses: { 200: json('The recipe.', recipe) },
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
