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
  'alter table backoffice.audit add column if not exists actor_name text',
  'alter table backoffice.audit add column if not exists actor_email text',
  'alter table backoffice.audit add column if not exists about_name text',
  'alter table backoffice.audit add column if not exists about_email text',
  'create index if not exists audit_by_action on backoffice.audit (action, seq)',
  'create index if not exists audit_by_actor on backoffice.audit (actor, seq)',
  'create index if not exists audit_by_record on backoffice.audit (resource, record, seq)',
  'create index if not exists audit_by_time on backoffice.audit (at)',
  // Who did it and of whom, as they were called then: they may be gone when somebody reads it. In the database, so
  // that no way of adding a line can leave it out; an installation whose users have no name has none to keep.
  `create or replace function backoffice.name_people() returns trigger language plpgsql as $$
    begin
      if new.actor is not null then
        select u."name", u."email" into new.actor_name, new.actor_email from "users" u where u._id = new.actor;
      end if;
      if new.resource = 'users' and new.record is not null then
        select u."name", u."email" into new.about_name, new.about_email from "users" u where u._id = new.record;
        if not found then
          new.about_name := new.detail->>'name';
          new.about_email := new.detail->>'email';
        end if;
      end if;
      return new;
    exception when undefined_table or undefined_column then
      return new;
    end $$`,
  `create or replace trigger audit_names_people
    before insert on backoffice.audit for each row execute function backoffice.name_people()`,
  `create or replace function backoffice.refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'backoffice.% takes additions only', tg_table_name; end $$`,
  `create or replace trigger audit_takes_additions_only
    before update or delete or truncate on backoffice.audit
    for each statement execute function backoffice.refuse_change()`,
];
