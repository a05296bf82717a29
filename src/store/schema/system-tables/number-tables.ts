/**
 * The counters of numbered fields. `scope` is the year or the `_id` of the parent that has numbers of its own. Without
 * gaps, the row is the counter, which a write locks until its transaction ends. Otherwise a sequence `number.{id}`
 * counts, which nobody waits for, and which does not roll back.
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

  `create or replace function backoffice.next_number(of_resource text, of_field text, of_scope text, gapless boolean)
    returns bigint language plpgsql as $$
    declare n bigint;
    begin
      if not gapless then
        return nextval(backoffice.number_sequence(of_resource, of_field, of_scope)::regclass);
      end if;
      update backoffice.sequences set last = last + 1
        where resource = of_resource and field = of_field and scope = of_scope returning last into n;
      if not found then
        insert into backoffice.sequences as s (resource, field, scope, last)
          values (of_resource, of_field, of_scope, 1)
          on conflict (resource, field, scope) do update set last = s.last + 1 returning last into n;
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
        select last into at from backoffice.sequences
          where resource = of_resource and field = of_field and scope = of_scope;
        if at >= n then return; end if;
        insert into backoffice.sequences as s (resource, field, scope, last)
          values (of_resource, of_field, of_scope, n)
          on conflict (resource, field, scope) do update set last = excluded.last where s.last < excluded.last;
        return;
      end if;
      counter := backoffice.number_sequence(of_resource, of_field, of_scope);
      execute 'select last_value from ' || counter into at;
      if at >= n then return; end if;
      execute format('alter sequence %s owned by none', counter);
      execute 'select last_value from ' || counter into at;
      if at < n then perform setval(counter::regclass, n); end if;
    end $$`,

  // Moves the counts of a field to where its trigger counts from now on: rows without gaps, otherwise sequences.
  `create or replace function backoffice.settle_numbers(of_resource text, of_field text, gapless boolean)
    returns void language plpgsql as $$
    declare
      one record;
      counter text;
      at bigint;
    begin
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
