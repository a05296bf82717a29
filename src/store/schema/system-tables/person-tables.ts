/** Who was anonymised, and the one way in which entries of the audit may change. */
export const personTables: readonly string[] = [
  `create table if not exists backoffice.anonymised (
    user_id text primary key,
    name text not null,
    email text not null,
    by text,
    at timestamptz(3) not null default now(),
    -- The transaction that does it, in which names in the audit may change.
    xid xid8 not null default pg_current_xact_id()
  )`,
  'create index if not exists anonymised_by_transaction on backoffice.anonymised (xid)',

  // A document with other texts in place of some: of whole values, and of what matches a pattern in longer ones.
  `create or replace function backoffice.replace_texts(
      doc jsonb, wholes text[], whole text, parts text[], instead text[])
    returns jsonb language plpgsql immutable as $$
    declare
      said text;
    begin
      case jsonb_typeof(doc)
        when 'object' then
          return (select coalesce(jsonb_object_agg(e.key, backoffice.replace_texts(e.value, wholes, whole, parts, instead)), '{}')
            from jsonb_each(doc) e);
        when 'array' then
          return (select coalesce(jsonb_agg(backoffice.replace_texts(e.value, wholes, whole, parts, instead) order by e.n), '[]')
            from jsonb_array_elements(doc) with ordinality e(value, n));
        when 'string' then
          said := doc #>> '{}';
          if said = any(wholes) then return to_jsonb(whole); end if;
          for i in 1 .. cardinality(parts) loop
            said := regexp_replace(said, parts[i], instead[i], 'g');
          end loop;
          return to_jsonb(said);
        else return doc;
      end case;
    end $$`,

  // Names and details may change in the transaction that anonymises somebody, and nothing else ever.
  `create or replace function backoffice.keep_entry() returns trigger language plpgsql as $$
    declare
      changing text[] := '{actor_name,actor_email,about_name,about_email,detail}';
    begin
      if to_jsonb(new) - changing is distinct from to_jsonb(old) - changing or not exists (
          select from backoffice.anonymised a where a.xid = pg_current_xact_id_if_assigned()
            and (new.actor_name is not distinct from old.actor_name or new.actor_name = a.name)
            and (new.actor_email is not distinct from old.actor_email or new.actor_email = a.email)
            and (new.about_name is not distinct from old.about_name or new.about_name = a.name)
            and (new.about_email is not distinct from old.about_email or new.about_email = a.email)) then
        raise exception 'backoffice.audit takes additions only';
      end if;
      return new;
    end $$`,
  `create or replace trigger audit_takes_additions_only
    before delete or truncate on backoffice.audit
    for each statement execute function backoffice.refuse_change()`,
  `create or replace trigger audit_keeps_entries
    before update on backoffice.audit for each row execute function backoffice.keep_entry()`,
];
