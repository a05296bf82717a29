/**
 * Conversations about records, rows of imports and change sets. A thread belongs to one of them; `fields` are the fields that it is about, and none means the
 * record as a whole. Who may read the record and all of these fields sees it.
 */
export const threadTables: readonly string[] = [
  `create table if not exists backoffice.threads (
    id text primary key,
    resource text collate "C" not null,
    record text collate "C" not null,
    fields text[] not null default '{}',
    -- Where exactly: cells of several records, a page of a file, or a version.
    place jsonb,
    status text not null default 'comment' check (status in ('comment', 'open', 'answered', 'closed')),
    assignee text,
    assignee_role text,
    due date,
    created_by text,
    created_at timestamptz(3) not null default clock_timestamp(),
    last_at timestamptz(3) not null default clock_timestamp(),
    last_by text,
    messages integer not null default 0
  )`,
  // Of a row of an import: it has a job in place of a record, and goes with it; the place says which row.
  'alter table backoffice.threads alter column record drop not null',
  'alter table backoffice.threads add column if not exists job text references backoffice.jobs on delete cascade',
  'create index if not exists threads_of_job on backoffice.threads (job) where job is not null',
  // Of a change set, in place of a record too.
  'alter table backoffice.threads add column if not exists change_set text references backoffice.change_sets on delete cascade',
  'create index if not exists threads_of_change_set on backoffice.threads (change_set) where change_set is not null',
  'create index if not exists threads_of_record on backoffice.threads (resource, record)',
  'create index if not exists threads_by_time on backoffice.threads (last_at, id)',
  `create index if not exists threads_to_answer on backoffice.threads (assignee) where status in ('open', 'answered')`,
  `create table if not exists backoffice.messages (
    id text primary key,
    thread text not null references backoffice.threads on delete cascade,
    by text,
    at timestamptz(3) not null default clock_timestamp(),
    text text not null,
    -- The people whom it names.
    mentions text[] not null default '{}',
    edited_at timestamptz(3),
    removed_at timestamptz(3)
  )`,
  'create index if not exists messages_of_thread on backoffice.messages (thread, id)',
  'create index if not exists messages_by_person on backoffice.messages (by, id)',
  // Until when a person has read a thread.
  `create table if not exists backoffice.thread_reads (
    person text not null,
    thread text not null references backoffice.threads on delete cascade,
    at timestamptz(3) not null default clock_timestamp(),
    primary key (person, thread)
  )`,
  'create index if not exists thread_reads_of_thread on backoffice.thread_reads (thread)',
  // What happened that concerns a person. Nothing that a record has is stored here: readers see what they may see when they read.
  `create table if not exists backoffice.inbox (
    id text primary key,
    person text not null,
    kind text not null,
    at timestamptz(3) not null default clock_timestamp(),
    resource text collate "C",
    record text collate "C",
    thread text references backoffice.threads on delete cascade,
    message text,
    by text,
    -- How many changes it stands for, and what else belongs to its kind.
    count integer not null default 1,
    detail jsonb not null default '{}',
    read_at timestamptz(3),
    snoozed_until date,
    mailed_at timestamptz(3)
  )`,
  'create index if not exists inbox_of_person on backoffice.inbox (person, id)',
  'create index if not exists inbox_unread on backoffice.inbox (person, id) where read_at is null',
  'create index if not exists inbox_to_mail on backoffice.inbox (person) where read_at is null and mailed_at is null',
  'create index if not exists inbox_of_record on backoffice.inbox (resource, record)',
  // Of a webhook that sends what happens in threads. The message is read when it is sent.
  `alter table backoffice.webhook_deliveries
     add column if not exists thread text references backoffice.threads on delete cascade,
     add column if not exists message text`,
  'create index if not exists webhook_deliveries_of_thread on backoffice.webhook_deliveries (thread) where thread is not null',
  // What people watch: a record, a thread, a saved view and changes of these fields in it, the new records of a collection,
  // or, without all of them, what they created.
  `create table if not exists backoffice.watches (
    id text primary key,
    person text not null,
    resource text collate "C",
    record text collate "C",
    thread text references backoffice.threads on delete cascade,
    view text,
    fields text[] not null default '{}',
    created_at timestamptz(3) not null default clock_timestamp(),
    unique nulls not distinct (person, resource, record, thread, view)
  )`,
  'create index if not exists watches_of_record on backoffice.watches (resource, record)',
  'create index if not exists watches_of_thread on backoffice.watches (thread) where thread is not null',
  // Up to where the history has been looked at for all watches, as a snapshot.
  `create table if not exists backoffice.watch_cursor (
    one boolean primary key default true check (one),
    since text not null
  )`,
  // Written once, as who has stopped watching a thread must not begin again: those whom threads from before watches concern.
  `do $$ begin
    if not exists (select from information_schema.columns
        where table_schema = 'backoffice' and table_name = 'threads' and column_name = 'closed_at') then
      insert into backoffice.watches (id, person, thread) select gen_random_uuid()::text, c.person, c.thread from (
          select by as person, thread from backoffice.messages
          union select unnest(mentions), thread from backoffice.messages
          union select assignee, id from backoffice.threads) c
        where c.person is not null on conflict (person, resource, record, thread, view) do nothing;
      alter table backoffice.threads add column closed_at timestamptz(3);
    end if;
  end $$`,
];
