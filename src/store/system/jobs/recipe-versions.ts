import type { RecipeVersion } from '../../../contract/recipes.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { QueryRunner } from '../../store.ts';
import { statement } from '../../connection/statement.ts';

/** How many versions of a recipe are kept, with the current one. */
const KEPT_VERSIONS = 50;

/** Stores a recipe as it is now as its newest version, and forgets the oldest one. */
export async function keepVersion(sql: QueryRunner, recipe: string, by: string): Promise<void> {
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
