import type { JobRequest } from '../../../contract/jobs.ts';
import { statement } from '../../connection/statement.ts';

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
