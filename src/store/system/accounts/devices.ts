import { statement } from '../../connection/statement.ts';

/** More sessions than this say nothing new about the devices of a user. */
const MAX_DEVICES = 500;

type Device = { userAgent: string | null; address: string | null };

/** What the sessions of a user were opened with; ended ones are known for some weeks. */
export const listPastDevices = statement.rows<Device, [userId: string]>(
  `select user_agent as "userAgent", address from backoffice.sessions
   where user_id = $1 and not awaits_approval order by created_at desc limit ${MAX_DEVICES}`,
);

/** Whether a user has signed in before, ever. */
export const hasSignedIn = statement.some<[userId: string]>(
  `select 1 from backoffice.audit where actor = $1 and action = 'signedIn' order by seq limit 1`,
);
