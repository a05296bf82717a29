import { statement } from '../../connection/statement.ts';

/** Those who are asked with a role; a query to more of them is one for a list. */
const MOST = 200;

export const peopleWithRole = statement.rows<{ person: string }, [role: string]>(
  `select _id as person from "users" where "role" = $1 and "status" = 'confirmed' order by _id limit ${MOST}`,
);
