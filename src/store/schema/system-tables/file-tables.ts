import { textWords } from '../text-words.ts';

/** The JSON of a row `f` of the files, as records have it. */
export const fileJson =
  "jsonb_strip_nulls(jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size, 'sha256', f.sha256, 'title', f.title))";

/**
 * The files of records. A blob is the bytes of one or several files; the store of blobs has them under their SHA-256.
 * A use says which record has a file, or had it, as the history still knows. The triggers of tables with files write
 * the uses.
 */
export const fileTables: readonly string[] = [
  `create table if not exists backoffice.blobs (
    sha256 text collate "C" primary key,
    size bigint not null,
    created_at timestamptz not null default now(),
    -- The store of blobs has the bytes.
    stored boolean not null default false,
    -- When SCAN_COMMAND let it pass.
    scanned_at timestamptz
  )`,
  `create table if not exists backoffice.files (
    id text collate "C" primary key,
    sha256 text collate "C" not null references backoffice.blobs,
    name text not null,
    title text,
    type text collate "C" not null,
    size bigint not null,
    created_by text collate "C",
    created_at timestamptz not null default now()
  )`,
  'create index if not exists files_of_blob on backoffice.files (sha256)',
  'create index if not exists files_of_person on backoffice.files (created_by, created_at)',
  'create index if not exists files_by_time on backoffice.files (created_at)',
  `create table if not exists backoffice.file_uses (
    file text collate "C" not null,
    resource text collate "C" not null,
    record text collate "C" not null,
    field text collate "C" not null,
    -- The record has it; otherwise only its history does.
    current boolean not null default true,
    primary key (file, resource, record, field),
    constraint file_uses_file foreign key (file) references backoffice.files on delete cascade
  )`,
  'create index if not exists file_uses_of_record on backoffice.file_uses (resource, record)',
  'create index if not exists file_uses_past on backoffice.file_uses (file) where not current',
  // Files on their way in. Those sent in parts have them in the store of blobs until the last one is there.
  `create table if not exists backoffice.uploads (
    id text collate "C" primary key,
    created_by text collate "C" not null,
    created_at timestamptz not null default now(),
    touched_at timestamptz not null default now(),
    resource text collate "C" not null,
    field text collate "C" not null,
    name text not null,
    size bigint not null,
    received bigint not null default 0,
    -- Where each part begins.
    parts bigint[] not null default '{}',
    -- Its bytes, once they are known: nobody removes them meanwhile.
    sha256 text collate "C"
  )`,
  // A finished upload stays until the clean-up, for a sender who has not received the answer.
  `alter table backoffice.uploads
    add column if not exists file text collate "C" references backoffice.files on delete cascade`,
  'create index if not exists uploads_of_file on backoffice.uploads (file) where file is not null',
  'create index if not exists uploads_of_person on backoffice.uploads (created_by)',
  'create index if not exists uploads_of_blob on backoffice.uploads (sha256) where sha256 is not null',
  // Writes down which files a record has. What it no longer has stays as a use of the past.
  `create or replace function backoffice.use_files(of_resource text, of_record text, of_fields text[], of_files text[])
    returns void language sql as $$
      update backoffice.file_uses u set current = false
        where u.resource = of_resource and u.record = of_record and u.current
          and not exists (select from unnest(of_fields, of_files) n(field, file) where n.field = u.field and n.file = u.file);
      insert into backoffice.file_uses as u (file, resource, record, field)
        select distinct n.file, of_resource, of_record, n.field from unnest(of_fields, of_files) n(field, file)
          where n.file is not null order by 1, 3
        on conflict (file, resource, record, field) do update set current = true where not u.current;
    $$`,
  // The work in the background on the bytes: a scan that is missing, the pictures, the text. `work_due` says when it is
  // due, and while a server does it, when another one may.
  `alter table backoffice.blobs
    add column if not exists work_state text not null default 'waiting' check (work_state in ('waiting', 'done', 'failed')),
    add column if not exists work_attempts integer not null default 0,
    add column if not exists work_due timestamptz not null default now(),
    add column if not exists work_lease text,
    -- Why the last attempt failed.
    add column if not exists work_error text,
    add column if not exists text_read boolean not null default false,
    -- The encoding of a text that is not in UTF-8.
    add column if not exists charset text collate "C"`,
  "create index if not exists blobs_due on backoffice.blobs (work_due) where work_state = 'waiting' and stored",
  "create index if not exists blobs_unscanned on backoffice.blobs (sha256) where work_state <> 'waiting' and scanned_at is null",
  // The text of contents by page; a long page has several parts. A page without words has none.
  `create table if not exists backoffice.blob_texts (
    sha256 text collate "C" not null references backoffice.blobs on delete cascade,
    page integer not null,
    part integer not null,
    text text not null,
    primary key (sha256, page, part)
  )`,
  // Texts and words are stored apart, so that a search that reads which contents have them reads little.
  'alter table backoffice.blob_texts set (toast_tuple_target = 128), alter column sha256 set storage plain',
  ...textWords,
  // Which contents in the store of files a job needs. Their bytes are there before the job is.
  `create table if not exists backoffice.job_files (
    job text not null,
    part text not null check (part in ('table', 'zip')),
    sha256 text collate "C" not null references backoffice.blobs,
    at timestamptz not null default now(),
    primary key (job, part)
  )`,
  'create index if not exists job_files_of_blob on backoffice.job_files (sha256)',
];
