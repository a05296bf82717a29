import type { AuditAction } from '../../../contract/oversight.ts';
import type { QueryRunner } from '../../store.ts';

/** What is noted beside who did what; a screen has a word for each. */
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
  'method',
  'route',
  'ended',
  'steps',
  'hash',
  'alreadyKnown',
  'unlocking',
] as const;

export type AuditDetail = Readonly<Partial<Record<(typeof auditDetails)[number], unknown>>>;

/**
 * `actor` is the user who did it, null for the system and for somebody unknown. `detail` says the rest
 * in words and numbers: never a password, a token or a hash.
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

/** Notes what was done, in the transaction that did it where there is one. What is noted stays. */
export async function noteAudit(sql: QueryRunner, entry: AuditEntry): Promise<void> {
  const { action, actor, session, address, requestId, resource, record, detail = {} } = entry;
  await sql.query(
    `insert into backoffice.audit (action, actor, session, address, request, resource, record, detail)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      action,
      actor,
      session ?? null,
      address ?? null,
      requestId ?? null,
      resource ?? null,
      record ?? null,
      JSON.stringify(detail),
    ],
  );
}
