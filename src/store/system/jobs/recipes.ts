import type { JobRequest, Recipe } from '../../../contract/jobs.ts';
import type { Database } from '../../connection/database.ts';
import { unlessTaken } from '../../connection/errors.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { QueryRunner, Version } from '../../store.ts';
import { requireValue } from '../../../fields/require-entry.ts';
import { statement } from '../../connection/statement.ts';
import type { RecipeVersion } from '../../../contract/recipes.ts';

/** The user who reads recipes. One who may do everything also sees the named recipes of others. */
export type RecipeReader = { userId: string; role: string; all: boolean };

export const MAX_RECIPES = 200;

const COLUMNS = `r.id, r.resource, r.name, r.owner, u.name as "ownerName", r.named, r.watched, r.version,
  case when r.shared then 'true'::jsonb when r.roles <> '{}' then to_jsonb(r.roles) else 'false'::jsonb end as shared,
  ${sqlTypes.timestamptz.toJson('r.used_at')} as "usedAt", r.request`;

const FROM = 'backoffice.recipes r left join "users" u on u._id = r.owner';

const SEEN = `(r.owner = $1 or r.shared or $2 = any(r.roles) or ($3 and r.named))`;

const toSeen = ({ userId, role, all }: RecipeReader) => [userId, role, all] as const;

/** Of recipes for files with these columns: a user's own before those of others, then the one used last. */
export const findRecipe = statement.first<
  Recipe,
  [reader: RecipeReader, file: { resource: string; header: string }]
>(
  `select ${COLUMNS} from ${FROM} where ${SEEN} and r.resource = $4 and r.header = $5
   order by r.owner = $1 desc, r.used_at desc limit 1`,
  (reader, { resource, header }) => [...toSeen({ ...reader, all: false }), resource, header],
);

export const getRecipe = statement.first<Recipe, [reader: RecipeReader, id: string]>(
  `select ${COLUMNS} from ${FROM} where ${SEEN} and r.id = $4`,
  (reader, id) => [...toSeen(reader), id],
);

/** Those used last come first. */
export const listRecipes = statement.rows<Recipe, [reader: RecipeReader, resource: string]>(
  `select ${COLUMNS} from ${FROM} where ${SEEN} and r.resource = $4
   order by r.used_at desc, r.id limit 1000`,
  (reader, resource) => [...toSeen(reader), resource],
);

type Place = { resource: string; header: string; owner: string };

/**
 * Stores how a file was imported; an import of the same columns replaces it, but for its `missing` where the new one
 * `keepsMissing`. Named recipes stay as they are.
 */
export async function saveRecipe(
  sql: QueryRunner,
  recipe: Place & { id: string; name: string; request: object; keepsMissing?: boolean },
): Promise<void> {
  const { id, resource, header, owner, name, request, keepsMissing = false } = recipe;
  await sql.query(
    `with used as (
       update backoffice.recipes set used_at = clock_timestamp(),
         request = case when $7 and request ? 'missing' then jsonb_build_object('missing', request->'missing') else '{}' end || $6::jsonb
       where resource = $2 and header = $3 and owner = $4 and not named returning id)
     insert into backoffice.recipes (id, resource, header, owner, name, request)
     select $1, $2, $3, $4, $5, $6 where not exists (select from used)`,
    [id, resource, header, owner, name, JSON.stringify(request), keepsMissing],
  );
}

export const markUsed = statement.run<[id: string]>(
  'update backoffice.recipes set used_at = clock_timestamp() where id = $1',
);

/** With whom a recipe is shared: nobody, all who may import, or roles. */
export type Sharing = boolean | readonly string[];

export type RecipeChanges = {
  name?: string | undefined;
  shared?: Sharing | undefined;
  watched?: boolean | undefined;
  request?: JobRequest | undefined;
};

/** The new recipe. `taken`: the owner has another recipe of the resource with this name, or its folder belongs to another recipe. */
export async function createRecipe(
  database: Database,
  { id, resource, header, by }: Omit<Place, 'owner'> & { id: string; by: RecipeReader },
  { name, request, shared = false }: { name: string; request: JobRequest; shared?: Sharing },
): Promise<Recipe | 'taken' | 'tooMany'> {
  const owner = by.userId;
  const write = async (sql: QueryRunner) => {
    const isCreated = await sql.some(
      `insert into backoffice.recipes (id, resource, header, owner, name, request, shared, roles, named)
       select $1, $2, $3, $4, $5, $6, $7, $8, true
       where (select count(*) from backoffice.recipes where owner = $4 and named) < $9::int`,
      [
        id,
        resource,
        header,
        owner,
        name,
        JSON.stringify(request),
        shared === true,
        rolesOf(shared),
        MAX_RECIPES,
      ],
    );
    if (!isCreated) return 'tooMany';
    await keepVersion(sql, id, owner);
    return requireValue(await getRecipe(sql, by, id), 'recipe');
  };
  return await unlessTaken(() => database.transaction(write));
}

/**
 * Changes what is given, as a new version, and returns the recipe. The recipe of an import becomes a named one, so who
 * may change it goes on seeing it.
 */
export async function changeRecipe(
  database: Database,
  { id, expected, by }: { id: string; expected: Version; by: RecipeReader },
  { name, shared, watched, request }: RecipeChanges,
): Promise<Recipe | 'taken' | 'stale'> {
  const write = async (sql: QueryRunner) => {
    const isChanged = await sql.some(
      `update backoffice.recipes set name = coalesce($3, name), shared = coalesce($4, shared),
         roles = coalesce($5::text[], roles), watched = coalesce($6, watched),
         request = coalesce($7::jsonb, request), version = version + named::int, named = true
       where id = $1 and ($2::bigint is null or version = $2)`,
      [
        id,
        expected === '*' ? null : expected,
        name ?? null,
        shared === undefined ? null : shared === true,
        shared === undefined ? null : rolesOf(shared),
        watched ?? null,
        request === undefined ? null : JSON.stringify(request),
      ],
    );
    if (!isChanged) return 'stale';
    await keepVersion(sql, id, by.userId);
    return requireValue(await getRecipe(sql, by, id), 'recipe');
  };
  return await unlessTaken(() => database.transaction(write));
}

/** False when there is another version, or none. */
export const deleteRecipe = statement.some<[id: string, expected: Version]>(
  'delete from backoffice.recipes where id = $1 and ($2::bigint is null or version = $2)',
  (id, expected) => [id, expected === '*' ? null : expected],
);

function rolesOf(shared: Sharing): readonly string[] {
  return typeof shared === 'boolean' ? [] : [...new Set(shared)];
}

/** A recipe that a person has named, for those who may see all of them. */
export type NamedRecipe = {
  id: string;
  resource: string;
  name: string;
  owner: string;
  ownerName: string | null;
  request: JobRequest;
};

/** All named recipes, by collection and name. */
export const findNamedRecipes = statement.rows<NamedRecipe>(
  `select r.id, r.resource, r.name, r.owner, u.name as "ownerName", r.request
   from backoffice.recipes r left join "users" u on u._id = r.owner
   where r.named order by r.resource, lower(r.name), r.id`,
);

/** How many versions of a recipe are kept, with the current one. */
const KEPT_VERSIONS = 50;

/** Stores a recipe as it is now as its newest version, and forgets the oldest one. */
async function keepVersion(sql: QueryRunner, recipe: string, by: string): Promise<void> {
  await sql.query(
    `insert into backoffice.recipe_versions (recipe, version, name, request, saved_by)
     select id, version, name, request, $2 from backoffice.recipes where id = $1`,
    [recipe, by],
  );
  await sql.query(
    `delete from backoffice.recipe_versions v using backoffice.recipes r
     where v.recipe = $1 and r.id = $1 and v.version <= r.version - ${KEPT_VERSIONS}`,
    [recipe],
  );
}

/** The newest first. */
export const listVersions = statement.rows<RecipeVersion, [recipe: string]>(
  `select v.version, v.name, v.saved_by as "savedBy", u.name as "savedByName", v.request,
     ${sqlTypes.timestamptz.toJson('v.saved_at')} as "savedAt"
   from backoffice.recipe_versions v left join "users" u on u._id = v.saved_by
   where v.recipe = $1 order by v.version desc`,
);
