import { statement } from '../../connection/statement.ts';

/** Whether a user was anonymised, in a transaction before this one. */
export const isAnonymised = statement.some<[id: string]>(
  `select 1 from backoffice.anonymised where user_id = $1
   and xid is distinct from pg_current_xact_id_if_assigned()`,
);
