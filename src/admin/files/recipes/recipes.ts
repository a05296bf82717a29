import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import type { JobRequest, Recipe, Recipes } from '../../../contract/jobs.ts';
import type { RecipeVersions } from '../../../contract/recipes.ts';
import type { AnswerOf } from '../../../contract/answer-of.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { mayAdminister } from '../../../descriptor/access.ts';
import { call } from '../../client/http.ts';
import { useTexts } from '../../messages/texts.ts';
import { useConfig } from '../../client/config.tsx';

export type RecipeValues = { name: string; shared: Recipe['shared']; watched?: boolean };

export function useRecipes({ name, root }: Resource) {
  return useQuery({
    queryKey: ['recipes', name],
    queryFn: async ({ signal }) =>
      (await call<AnswerOf<typeof Recipes>>(`${root}/recipes`, { signal })).json.data,
    staleTime: 0,
  });
}

export function useVersions({ id, version }: Recipe) {
  return useQuery({
    queryKey: ['recipe-versions', id, version],
    queryFn: async ({ signal }) =>
      (await call<AnswerOf<typeof RecipeVersions>>(`${recipePath(id)}/versions`, { signal })).json
        .data,
    staleTime: 0,
  });
}

/** Reads the lists of recipes again, after one has changed. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['recipes'] });
}

/** Saves a recipe by a function, says so, and reads the lists again, also after a refusal: the recipe has changed then. */
export function useSaving<Variables = void>(
  save: (variables: Variables) => Promise<Recipe>,
  onSaved: (recipe: Recipe) => void,
) {
  const texts = useTexts('import-recipes');
  const notify = useNotify();
  const reload = useReload();
  return useMutation({
    mutationFn: save,
    onSuccess: async (saved) => {
      notify(texts.saved, { type: 'success' });
      await reload();
      onSaved(saved);
    },
    onError: () => void reload(),
  });
}

export async function addRecipe(
  { root }: Resource,
  body: RecipeValues & { request: JobRequest; job?: string },
): Promise<Recipe> {
  return (await call<Recipe>(`${root}/recipes`, { method: 'POST', body })).json;
}

/** Saves a change of the version that the user has seen. */
export async function changeRecipe(
  { id, version }: Recipe,
  body: Partial<RecipeValues> & { request?: JobRequest },
): Promise<Recipe> {
  const headers = { 'If-Match': `"${version}"` };
  return (await call<Recipe>(recipePath(id), { method: 'PUT', headers, body })).json;
}

export function recipePath(id: string): string {
  return `/api/recipes/${encodeURIComponent(id)}`;
}

/** Whether the user may change the recipe: its owner and admins. */
export function useMayChange(): (recipe: Recipe) => boolean {
  const { descriptor, role, user } = useConfig();
  return ({ owner }) => owner === user._id || mayAdminister(descriptor, role);
}
