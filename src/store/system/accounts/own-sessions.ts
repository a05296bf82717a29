import type { Session } from '../../../contract/accounts.ts';
import type { QueryRunner } from '../../store.ts';

/** A session as its owner sees it; its user agent says which browser and system. */
type OwnSession = Omit<Session, 'current' | 'browser' | 'system'>;

/** The sessions a user has open, the one used last first. */
export async function listSessions(sql: QueryRunner, userId: string): Promise<OwnSession[]> {
  const { rows } = await sql.query<OwnSession>(
    `select id, user_agent as "userAgent", address, created_at as "createdAt",
       used_at as "usedAt", expires_at as "expiresAt"
     from backoffice.sessions
     where user_id = $1 and ended_at is null and expires_at > now()
     order by used_at desc, id`,
    [userId],
  );
  return rows;
}
