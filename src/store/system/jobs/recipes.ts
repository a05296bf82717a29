import type { Recipe } from '../../../contract/jobs.ts';
import type { QueryRunner } from '../../store.ts';

/** Recipes: how files with certain columns were imported, for the next such file. */
const COLUMNS = 'id, resource, name, owner, shared, request';

type Place = { resource: string; header: string; owner: string };

/** A user's own recipe comes before those of others, the one used last before older ones. */
export async function findRecipe(sql: QueryRunner, { resource, header, owner }: Place) {
  return await sql.first<Recipe>(
    `select ${COLUMNS} from backoffice.recipes
     where resource = $1 and header = $2 and (owner = $3 or shared)
     order by owner = $3 desc, used_at desc limit 1`,
    [resource, header, owner],
  );
}

/** Stores how a file was imported; the same columns have the same recipe. */
export async function saveRecipe(
  sql: QueryRunner,
  recipe: Place & { id: string; name: string; request: object },
): Promise<void> {
  const { id, resource, header, owner, name, request } = recipe;
  await sql.query(
    `with used as (
       update backoffice.recipes set request = $6, used_at = clock_timestamp()
       where resource = $2 and header = $3 and owner = $4 returning id)
     insert into backoffice.recipes (id, resource, header, owner, name, request)
     select $1, $2, $3, $4, $5, $6 where not exists (select from used)`,
    [id, resource, header, owner, name, JSON.stringify(request)],
  );
}

export async function listRecipes(
  sql: QueryRunner,
  { resource, owner }: { resource: string; owner: string },
): Promise<Recipe[]> {
  return await sql.rows<Recipe>(
    `select ${COLUMNS} from backoffice.recipes where resource = $1 and (owner = $2 or shared)
     order by used_at desc limit 200`,
    [resource, owner],
  );
}

/** Only the owner of a recipe can rename, share or delete it. */
export async function changeRecipe(
  sql: QueryRunner,
  { id, owner }: { id: string; owner: string },
  { name, shared }: { name?: string | undefined; shared?: boolean | undefined },
): Promise<Recipe | undefined> {
  return await sql.first<Recipe>(
    `update backoffice.recipes set name = coalesce($3, name), shared = coalesce($4, shared)
     where id = $1 and owner = $2 returning ${COLUMNS}`,
    [id, owner, name ?? null, shared ?? null],
  );
}

export async function deleteRecipe(sql: QueryRunner, { id, owner }: { id: string; owner: string }) {
  return await sql.some('delete from backoffice.recipes where id = $1 and owner = $2', [id, owner]);
}
