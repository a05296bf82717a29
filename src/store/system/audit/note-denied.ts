import type { QueryRunner } from '../../store.ts';
import type { AuditEntry } from './note-audit.ts';

type Denied = Required<Pick<AuditEntry, 'actor' | 'session' | 'address' | 'requestId'>> & {
  /** The user it was tried at, if it was one. */
  record: string | null;
  method: string;
  route: string;
};

/**
 * Notes that somebody tried what is not theirs to do: once in ten minutes for each session and route,
 * or whoever is refused could fill the table.
 */
export async function noteDenied(
  sql: QueryRunner,
  { actor, session, address, requestId, record, method, route }: Denied,
): Promise<void> {
  await sql.query(
    `insert into backoffice.audit (action, actor, session, address, request, resource, record, detail)
     select 'accessDenied', $1, $2, $3, $4, case when $7::text is null then null else 'users' end, $7,
       jsonb_build_object('method', $5::text, 'route', $6::text)
     where not exists (
       select from backoffice.audit
       where action = 'accessDenied' and actor = $1 and session = $2
         and at > now() - interval '10 minutes'
         and detail->>'method' = $5 and detail->>'route' = $6)`,
    [actor, session, address, requestId, method, route, record],
  );
}
