/**
 * Who did what, from where. Rows are only ever added: the trigger keeps every statement of ours,
 * and of whoever finds a way to run one as us, from changing what was noted.
 */
export const auditTables: readonly string[] = [
  `create table if not exists backoffice.audit (
    seq bigserial primary key,
    at timestamptz not null default clock_timestamp(),
    action text not null,
    actor text,
    session text,
    address text,
    request text,
    resource text,
    record text,
    detail jsonb not null default '{}'
  )`,
  'create index if not exists audit_by_action on backoffice.audit (action, seq)',
  'create index if not exists audit_by_actor on backoffice.audit (actor, seq)',
  'create index if not exists audit_by_record on backoffice.audit (resource, record, seq)',
  'create index if not exists audit_by_time on backoffice.audit (at)',
  `create or replace function backoffice.refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'backoffice.% takes additions only', tg_table_name; end $$`,
  `create or replace trigger audit_takes_additions_only
    before update or delete or truncate on backoffice.audit
    for each statement execute function backoffice.refuse_change()`,
];
