import { readerOf } from '../../../services/acting.ts';
import { seenNames } from '../../../services/seen-names.ts';
import type { Recipe } from '../../../contract/jobs.ts';
import { mayDo } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import type { Version } from '../../../store/store.ts';
import { getRecipe } from '../../../store/system/jobs/recipes.ts';
import type { UserCall } from '../../http/call.ts';
import { parseIfMatch } from '../../http/answer/etag.ts';
import { toEtag } from '../../../contract/to-etag.ts';
import { notAllowed } from '../../../services/not-allowed.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../../../services/refusal.ts';

/** A recipe gives no rights: who may not import into its collection does not find it. */
export type FoundRecipe = { recipe: Recipe; resource: Resource };

/** The recipe of the path, if it is the caller's, shared with their role, or they may do everything. */
export async function findRecipeOf(call: UserCall): Promise<FoundRecipe | Refusal> {
  const { services, params, descriptor, role } = call;
  const database = services.database.primaryOrReplica;
  const recipe = await getRecipe(database, readerOf(call), params['id'] ?? '');
  const resource = recipe && descriptor.resources.get(recipe.resource);
  const maySee = resource && mayDo(descriptor, role, resource, 'import');
  return maySee ? { recipe, resource } : refuseAs('S001');
}

/** The recipe of the path, if the caller may change it: its owner, or who may do everything. */
export async function findOwnRecipe(
  call: UserCall,
): Promise<(FoundRecipe & { expected: Version }) | Refusal> {
  const hit = await findRecipeOf(call);
  if (isRefusal(hit)) return hit;
  const { recipe } = hit;
  if (recipe.owner !== call.user._id && !readerOf(call).all) return refuse(notAllowed(call));
  // Clients from before there were versions send none.
  if (!call.request.headers.has('If-Match')) return { ...hit, expected: '*' };
  const match = parseIfMatch(call.request);
  if (isRefusal(match)) return match;
  const isStale = match.expected !== '*' && match.expected !== recipe.version;
  return isStale ? await refuseStale(call, recipe) : { ...hit, ...match };
}

export async function refuseStale(call: UserCall, recipe: Recipe): Promise<Refusal> {
  const [current] = await toVisible(call, [recipe]);
  return refuse(problem('S003', ''), {
    extra: { current },
    headers: { ETag: toEtag(recipe.version) },
  });
}

/** The recipes without the names of owners that the caller may not see. */
export async function toVisible(call: UserCall, recipes: readonly Recipe[]): Promise<Recipe[]> {
  const names = await seenNames(
    call,
    recipes.map(({ owner }) => owner),
  );
  return recipes.map((recipe) =>
    names.has(recipe.owner) ? recipe : { ...recipe, ownerName: null },
  );
}

/** Only roles that may do everything learn which other roles exist. */
export function checkRoles({ descriptor, role }: UserCall, shared: unknown): Problem[] {
  const isFree = descriptor.roles.get(role)?.all === true;
  const roleNames = isFree ? [...descriptor.roles.keys()] : [role];
  const choices = roleNames.join(', ');
  return (Array.isArray(shared) ? (shared as string[]) : []).flatMap((each, at) =>
    roleNames.includes(each) ? [] : [problem('V008', `shared.${at}`, { choices })],
  );
}
