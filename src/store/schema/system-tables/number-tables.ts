/**
 * The counters of numbered fields. `scope` is the year or the `_id` of the parent that has numbers of its own. Without
 * gaps, the row is the counter, which a write locks until its transaction ends. Otherwise a sequence `number.{id}`
 * counts, which nobody waits for, and which does not roll back.
 *
 * A statement counts in settings of its transaction, and writes a row once at its end: each change of a row leaves a
 * version that every later one in the transaction would have to pass. Settings roll back to savepoints as rows do.
 */
export const numberTables: readonly string[] = [
  // Free space lets the counter change on its page, without its index.
  `create table if not exists backoffice.sequences (
    id bigint generated always as identity,
    resource text collate "C" not null,
    field text collate "C" not null,
    scope text collate "C" not null,
    last bigint not null default 0,
    primary key (resource, field, scope)
  ) with (fillfactor = 40)`,

  // Two writers who need a new sequence meet at the row: the second waits, and then finds both.
  `create or replace function backoffice.number_sequence(of_resource text, of_field text, of_scope text)
    returns text language plpgsql as $$
    declare at bigint;
    begin
      select id into at from backoffice.sequences
        where resource = of_resource and field = of_field and scope = of_scope;
      if not found then
        insert into backoffice.sequences (resource, field, scope) values (of_resource, of_field, of_scope)
          on conflict do nothing returning id into at;
        if found then
          execute format('create sequence backoffice.%I minvalue 0 start 1', 'number.' || at);
        else
          select id into at from backoffice.sequences
            where resource = of_resource and field = of_field and scope = of_scope;
        end if;
      end if;
      return format('backoffice.%I', 'number.' || at);
    end $$`,

  // Where a transaction holds a counter. There are few places, because PostgreSQL keeps the names of settings for as
  // long as a connection.
  `create or replace function backoffice.counter_slot(of_resource text, of_field text, of_scope text)
    returns text language sql immutable as $$
      select 'backoffice.counter_' || (hashtext(of_resource || ' ' || of_field || ' ' || of_scope) & 63)
    $$`,

  `create or replace function backoffice.held_counter(slot text) returns text[] language sql stable as $$
      select nullif(current_setting(slot, true), '')::text[]
    $$`,

  // Holds a counter, in place of the one that was there. What has changed is stored at the end of the statement.
  `create or replace function backoffice.hold_counter(slot text, held text[], has_changed boolean)
    returns void language plpgsql as $$
    declare
      before text[] := backoffice.held_counter(slot);
      changed text[] := coalesce(backoffice.held_counter('backoffice.counters'), '{}');
    begin
      if before[5]::boolean and before[1:3] <> held[1:3] then perform backoffice.store_counter(slot); end if;
      perform set_config(slot, (held || has_changed::text)::text, true);
      if has_changed and not slot = any(changed) then
        perform set_config('backoffice.counters', (changed || slot)::text, true);
      end if;
    end $$`,

  `create or replace function backoffice.store_counter(slot text)
    returns void language plpgsql set enable_seqscan = off as $$
    declare held text[] := backoffice.held_counter(slot);
    begin
      if not held[5]::boolean then return; end if;
      update backoffice.sequences set last = held[4]::bigint
        where resource = held[1] and field = held[2] and scope = held[3] and last < held[4]::bigint;
      perform set_config(slot, (held[1:4] || false::text)::text, true);
    end $$`,

  `create or replace function backoffice.store_counters() returns void language plpgsql as $$
    declare
      changed text[] := backoffice.held_counter('backoffice.counters');
      slot text;
    begin
      if changed is null then return; end if;
      foreach slot in array changed loop
        perform backoffice.store_counter(slot);
      end loop;
      perform set_config('backoffice.counters', '', true);
    end $$`,

  // Moves the row of a counter, which others then wait for. One statement can add thousands of rows to a table that was
  // empty when its plans were made, so they must not read all of it.
  `create or replace function backoffice.move_counter(of_resource text, of_field text, of_scope text)
    returns bigint language plpgsql set enable_seqscan = off as $$
    declare at bigint;
    begin
      update backoffice.sequences set last = last + 1
        where resource = of_resource and field = of_field and scope = of_scope returning last into at;
      if not found then
        insert into backoffice.sequences as s (resource, field, scope, last)
          values (of_resource, of_field, of_scope, 1)
          on conflict (resource, field, scope) do update set last = s.last + 1 returning last into at;
      end if;
      return at;
    end $$`,

  `create or replace function backoffice.next_number(of_resource text, of_field text, of_scope text, gapless boolean)
    returns bigint language plpgsql as $$
    begin
      -- Triggers of earlier versions ask here for numbers without gaps too, and store nothing at the end.
      if gapless then return backoffice.move_counter(of_resource, of_field, of_scope); end if;
      return nextval(backoffice.number_sequence(of_resource, of_field, of_scope)::regclass);
    end $$`,

  `create or replace function backoffice.next_gapless(of_resource text, of_field text, of_scope text)
    returns bigint language plpgsql as $$
    declare
      slot text := backoffice.counter_slot(of_resource, of_field, of_scope);
      held text[] := backoffice.held_counter(slot);
      n bigint;
    begin
      if held[1:3] = array[of_resource, of_field, of_scope] then
        n := held[4]::bigint + 1;
        perform backoffice.hold_counter(slot, held[1:3] || n::text, true);
      else
        n := backoffice.move_counter(of_resource, of_field, of_scope);
        perform backoffice.hold_counter(slot, array[of_resource, of_field, of_scope, n::text], false);
      end if;
      return n;
    end $$`,

  // Moves a counter past a number that a record brings. The lock of a sequence waits for those who have a number of
  // it, and nobody gets one until this transaction ends; without it, the counter could go back.
  `create or replace function backoffice.pass_number(of_resource text, of_field text, of_scope text, gapless boolean, n bigint)
    returns void language plpgsql as $$
    declare
      counter text;
      at bigint;
    begin
      if gapless then
        perform backoffice.pass_gapless(of_resource, of_field, of_scope, n);
        perform backoffice.store_counters();
        return;
      end if;
      counter := backoffice.number_sequence(of_resource, of_field, of_scope);
      execute 'select last_value from ' || counter into at;
      if at >= n then return; end if;
      execute format('alter sequence %s owned by none', counter);
      execute 'select last_value from ' || counter into at;
      if at < n then perform setval(counter::regclass, n); end if;
    end $$`,

  `create or replace function backoffice.pass_gapless(of_resource text, of_field text, of_scope text, n bigint)
    returns void language plpgsql as $$
    declare
      slot text := backoffice.counter_slot(of_resource, of_field, of_scope);
      held text[] := backoffice.held_counter(slot);
      at bigint;
    begin
      if held[1:3] = array[of_resource, of_field, of_scope] then
        if held[4]::bigint < n then perform backoffice.hold_counter(slot, held[1:3] || n::text, true); end if;
        return;
      end if;
      -- A number that the counter has passed waits for nobody.
      select last into at from backoffice.sequences
        where resource = of_resource and field = of_field and scope = of_scope;
      if at >= n then return; end if;
      insert into backoffice.sequences as s (resource, field, scope, last)
        values (of_resource, of_field, of_scope, n)
        on conflict (resource, field, scope) do update set last = greatest(s.last, n) returning last into at;
      perform backoffice.hold_counter(slot, array[of_resource, of_field, of_scope, at::text], false);
    end $$`,

  // Moves the counts of a field to where its trigger counts from now on: rows without gaps, otherwise sequences.
  `create or replace function backoffice.settle_numbers(of_resource text, of_field text, gapless boolean)
    returns void language plpgsql as $$
    declare
      one record;
      counter text;
      at bigint;
    begin
      -- What this transaction held is older than the rows.
      perform set_config('backoffice.counter_' || i, '', true) from generate_series(0, 63) i;
      for one in select * from backoffice.sequences where resource = of_resource and field = of_field loop
        counter := format('backoffice.%I', 'number.' || one.id);
        at := 0;
        if to_regclass(counter) is not null then
          execute format('select case when is_called then last_value else 0 end from %s', counter) into at;
        end if;
        at := greatest(at, one.last);
        if gapless then
          update backoffice.sequences set last = at where id = one.id;
          execute 'drop sequence if exists ' || counter;
        else
          execute format('create sequence if not exists %s minvalue 0 start 1', counter);
          if at > 0 then perform setval(counter::regclass, at); end if;
        end if;
      end loop;
    end $$`,
];
