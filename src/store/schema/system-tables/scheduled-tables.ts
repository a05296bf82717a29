/** When each task that comes again and again was begun last, by whichever server. */
export const scheduledTables: readonly string[] = [
  `create table if not exists backoffice.upkeep (
    task text primary key,
    begun_at timestamptz not null
  )`,
];
