/** Recipes that people name, share and change, besides those of `job-tables.ts` that imports save. */
export const recipeTables: readonly string[] = [
  // Saved by a person under a name; an import changes only the others.
  'alter table backoffice.recipes add column if not exists named boolean not null default false',
  // Shared with these roles only, unless `shared` is true.
  "alter table backoffice.recipes add column if not exists roles text[] not null default '{}'",
  // Files in the import folder are imported with it. Only admins decide that.
  'alter table backoffice.recipes add column if not exists watched boolean not null default false',
  'alter table backoffice.recipes add column if not exists version integer not null default 1',
  `create unique index if not exists recipes_by_name
    on backoffice.recipes (resource, owner, lower(name)) where named`,
  // The folder of a recipe has its name.
  `create unique index if not exists recipes_of_folder
    on backoffice.recipes (resource, lower(name)) where watched`,
  `create table if not exists backoffice.recipe_versions (
    recipe text not null references backoffice.recipes on delete cascade,
    version integer not null,
    name text not null,
    request jsonb not null,
    saved_by text not null,
    saved_at timestamptz not null default clock_timestamp(),
    primary key (recipe, version)
  )`,
  'create index if not exists recipe_versions_by_person on backoffice.recipe_versions (saved_by)',
  // Files of the import folder and the jobs they became, so that none is imported twice.
  `create table if not exists backoffice.folder_files (
    resource text not null,
    folder text not null,
    name text not null,
    hash text not null,
    job text not null,
    -- Which server acts: each counts one more before it does.
    turn integer not null default 0,
    state text not null default 'working',
    moved boolean not null default false,
    at timestamptz not null default clock_timestamp(),
    primary key (resource, folder, name, hash)
  )`,
];
