import type { Inspection, Job, JobRequest, Recipe } from '../../../contract/jobs.ts';

/** The recipe that an import starts with: the one offered for its columns, none, or a chosen one. */
export type RecipeChoice = boolean | Recipe;

/** The settings that an import starts with. */
export function knownSettings(
  { request }: Job,
  inspection: Inspection | undefined,
  choice: RecipeChoice,
): JobRequest | null {
  if (typeof choice === 'object') return choice.request;
  return choice ? (request ?? inspection?.recipe?.request ?? null) : null;
}

/** What the recipe that is offered for the columns of a file says of its rows, which the server cannot detect. */
export function offeredLayout(
  { request }: Job,
  { recipe }: Inspection,
  choice: RecipeChoice,
): JobRequest['layout'] {
  if (choice !== true || request) return undefined;
  const { further, unpivot } = recipe?.request.layout ?? {};
  const layout = { ...(further && { further }), ...(unpivot && { unpivot }) };
  return further || unpivot ? layout : undefined;
}

export function findChosen(
  { request }: Job,
  inspection: Inspection,
  recipes: readonly Recipe[],
  choice: RecipeChoice,
): Recipe | undefined {
  if (!choice) return undefined;
  if (choice === true && request) return recipes.find(({ id }) => id === request.recipe);
  const chosen = choice === true ? inspection.recipe : choice;
  // The list is read again after each change.
  return recipes.find(({ id }) => id === chosen?.id) ?? chosen ?? undefined;
}

/** What an import says about the named recipe that its settings come from. */
export function recipeOf(
  { request }: Job,
  inspection: Inspection | undefined,
  choice: RecipeChoice,
): Pick<JobRequest, 'recipe'> {
  if (choice === false) return {};
  if (choice === true && request) return request.recipe ? { recipe: request.recipe } : {};
  const recipe = choice === true ? inspection?.recipe : choice;
  return recipe?.named ? { recipe: recipe.id } : {};
}

/** A request as a recipe stores it: without what applies to one file, and to one run of it. */
export function toRecipeRequest({
  dryRun: _,
  leaveOut: __,
  take: ___,
  cells: ____,
  recipe: _____,
  undo: ______,
  undoSet: _______,
  ...settings
}: JobRequest): JobRequest {
  return settings;
}

/** Whether an import with these settings does what the recipe says; each file has its own layout. */
export function isAsSaved({ request: saved }: Recipe, request: JobRequest): boolean {
  return canonical(saved) === canonical(request);
}

function canonical(request: JobRequest): string {
  const usual = { atomic: false, warnings: 'import', constants: {}, steps: [] };
  const { layout: _, ...parts } = { ...usual, ...toRecipeRequest(request) };
  return JSON.stringify(parts, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
