import { statement } from '../../connection/statement.ts';

/** Whether a deleted record can still be brought back. */
export const isInTrash = statement.some<[resource: string, id: string]>(
  'select from backoffice.trash where resource = $1 and record_id = $2',
);
