/** What people arrange on their screens: saved views of lists, and settings by key. Nothing in it is a record. */
export const deskTables: readonly string[] = [
  `create table if not exists backoffice.views (
    id text primary key,
    version integer not null default 1,
    owner text,
    resource text not null,
    name text not null,
    roles text[] not null default '{}',
    settings text not null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    unique (owner, resource, name)
  )`,
  'create index if not exists views_of_resource on backoffice.views (resource)',

  `create table if not exists backoffice.user_settings (
    user_id text not null,
    key text not null,
    value text not null,
    updated_at timestamptz not null default now(),
    primary key (user_id, key)
  )`,
];
