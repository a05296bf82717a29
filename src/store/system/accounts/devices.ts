import type { QueryRunner } from '../../store.ts';

/** More sessions than this say nothing new about the devices of a user. */
const MAX_DEVICES = 500;

type Device = { userAgent: string | null; address: string | null };

/** What the sessions of a user were opened with; ended ones are known for some weeks. */
export async function listPastDevices(sql: QueryRunner, userId: string): Promise<Device[]> {
  return await sql.rows<Device>(
    `select user_agent as "userAgent", address from backoffice.sessions
     where user_id = $1 and not awaits_approval order by created_at desc limit ${MAX_DEVICES}`,
    [userId],
  );
}

/** Whether a user has signed in before, ever. */
export async function hasSignedIn(sql: QueryRunner, userId: string): Promise<boolean> {
  return await sql.some(
    `select 1 from backoffice.audit where actor = $1 and action = 'signedIn' order by seq limit 1`,
    [userId],
  );
}
