import type { AuditAction } from '../../../contract/admin.ts';
import type { QueryRunner } from '../../store.ts';
import { statement } from '../../connection/statement.ts';

/** The details that an entry can have besides who did what; a screen has a word for each. */
export const auditDetails = [
  'name',
  'email',
  'organisation',
  'role',
  'status',
  'from',
  'to',
  'fields',
  'reason',
  'count',
  'by',
  'format',
  'rows',
  'filter',
  'brokenOff',
  'file',
  'mode',
  'total',
  'created',
  'updated',
  'unchanged',
  'deleted',
  'failed',
  'kind',
  'language',
  'method',
  'route',
  'ended',
  'view',
  'steps',
  'hash',
  'alreadyKnown',
  'newDevice',
  'proving',
  'unlocking',
  'provider',
] as const;

export type AuditDetail = Readonly<Partial<Record<(typeof auditDetails)[number], unknown>>>;

/**
 * `actor` is the user who did it, null for the system and for unknown people. `detail` has the rest in words and
 * numbers: never a password, a token or a hash.
 */
export type AuditEntry = {
  action: AuditAction;
  actor: string | null;
  session?: string | null | undefined;
  address?: string | null | undefined;
  requestId?: string | null | undefined;
  resource?: string | null | undefined;
  record?: string | null | undefined;
  detail?: AuditDetail;
};

/** Adds an entry, in the transaction of the action if there is one. Entries stay for good. */
export async function writeAudit(sql: QueryRunner, entry: AuditEntry): Promise<void> {
  const { action, actor, session = null, address = null, requestId = null } = entry;
  const { resource = null, record = null, detail = {} } = entry;
  await sql.query(
    `insert into backoffice.audit (action, actor, session, address, request, resource, record, detail)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [action, actor, session, address, requestId, resource, record, JSON.stringify(detail)],
  );
}

/** Records a refused use of an API key: once in ten minutes for each key and reason. */
export const writeKeyRefused = statement.run<
  [denied: Omit<Denied, 'record' | 'method' | 'route'> & { name: string; reason: string }]
>(
  `insert into backoffice.audit (action, actor, session, address, request, detail)
   select 'keyRefused', $1, $2, $3, $4, jsonb_build_object('name', $5::text, 'reason', $6::text)
   where not exists (
     select from backoffice.audit
     where action = 'keyRefused' and actor = $1 and session = $2
       and at > now() - interval '10 minutes' and detail->>'reason' = $6)`,
  ({ actor, session, address, requestId, name, reason }) => [
    actor,
    session,
    address,
    requestId,
    name,
    reason,
  ],
);

type Denied = Required<Pick<AuditEntry, 'actor' | 'session' | 'address' | 'requestId'>> & {
  /** The user whose account was the target, if it was one. */
  record: string | null;
  method: string;
  route: string;
};

/** Records a refused attempt: once in ten minutes for each session and route, or refused callers could fill the table. */
export const writeDenied = statement.run<[denied: Denied]>(
  `insert into backoffice.audit (action, actor, session, address, request, resource, record, detail)
   select 'accessDenied', $1, $2, $3, $4, case when $7::text is null then null else 'users' end, $7,
     jsonb_build_object('method', $5::text, 'route', $6::text)
   where not exists (
     select from backoffice.audit
     where action = 'accessDenied' and actor = $1 and session = $2
       and at > now() - interval '10 minutes'
       and detail->>'method' = $5 and detail->>'route' = $6)`,
  ({ actor, session, address, requestId, record, method, route }) => [
    actor,
    session,
    address,
    requestId,
    method,
    route,
    record,
  ],
);
