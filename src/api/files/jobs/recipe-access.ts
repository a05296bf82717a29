import { readerOf } from '../../../services/acting.ts';
import type { Recipe } from '../../../contract/jobs.ts';
import { mayDo, mayRead } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import type { Version } from '../../../store/store.ts';
import { USERS } from '../../../store/system/account.ts';
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
  return isStale ? refuseStale(call, recipe) : { ...hit, ...match };
}

export function refuseStale(call: UserCall, recipe: Recipe): Refusal {
  const headers = { ETag: toEtag(recipe.version) };
  return refuse(problem('S003', ''), { extra: { current: toVisible(call, recipe) }, headers });
}

export function maySeeNames({ descriptor, role }: UserCall): boolean {
  const users = descriptor.resources.get(USERS);
  return users !== undefined && mayRead(descriptor, role, users, 'name');
}

/** The recipe without the name of its owner, if the caller may not see it. */
export function toVisible(call: UserCall, recipe: Recipe): Recipe {
  return maySeeNames(call) ? recipe : { ...recipe, ownerName: null };
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
