import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A database as others made it: with all that is awkward about theirs. */
export async function openForeignDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await changeForeignDatabase(database, tables);
  await changeForeignDatabase(database, records);
  return database;
}

export async function changeForeignDatabase({ url }: TestDatabase, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const tables = `
  create type mood as enum ('sad', 'so so', 'happy');
  create domain mail as text check (value ~ '^[^@]+@[^@]+$');
  create domain percent as numeric(5, 2) not null check (value >= 0 and value <= 100);
  create schema archive;
  create table archive."Old Things" (id serial primary key, what text);

  create table authors (
    id bigint generated always as identity primary key,
    first_name varchar(80) not null, last_name varchar(80) not null,
    mail mail unique, homepage text, mood mood default 'happy',
    password_hash text, mentor_id bigint references authors,
    full_name text generated always as (first_name || ' ' || last_name) stored,
    created_at timestamptz not null default now());
  comment on column authors.homepage is 'Where to "read" more */ about them';

  create table books (
    isbn char(13) primary key, title text not null,
    status text not null default 'draft' check (status in ('draft', 'printed', 'out of print')),
    stars smallint check (stars in (1, 2, 3, 4, 5)),
    pages int check (pages > 0 and pages <= 5000), price numeric(8, 2) default 9.90, weight double precision,
    share percent default 50, tags text[] not null default '{}', sizes int[], moods mood[], extra jsonb not null default '{}',
    printed_on date, sold_from timestamp, sold_at time not null default '09:30', doi text, "select" text, "Größe (cm)" real, "group by" boolean not null default false,
    cover bytea, words tsvector, reading interval, big bigint, exact numeric, follows char(13) references books,
    opened int, closed int, check (opened <= closed), check (coalesce(opened, closed) is not null or pages is null));
  comment on table books is 'What is printed';

  create table book_authors (
    isbn char(13) references books, author bigint references authors, position int not null,
    primary key (isbn, author));

  create table "Order" ("Id" uuid primary key default gen_random_uuid(), "CustomerName" text not null,
    "from" text, "and" text, "id" int, "User" text);
  create table order_lines (order_id uuid references "Order", line_no int, isbn char(13) references books,
    amount int not null default 1, primary key (order_id, line_no), unique (order_id, isbn));
  create table line_notes (note_id int primary key, order_id uuid not null, line_no int not null, note text,
    foreign key (order_id, line_no) references order_lines);

  create table left_hands (id int primary key, other int not null);
  create table right_hands (id int primary key, other int not null references left_hands deferrable initially deferred);
  alter table left_hands add foreign key (other) references right_hands deferrable initially deferred;

  create table log_lines (at timestamptz, "Text" text);
  create table users (id int primary key, email text not null unique, "e-mail" text);
  create table pages (slug text primary key, body text);
  create table "Таблица" (id serial primary key, "ключ" text);
  create table only_key (id serial primary key);
  create table no_columns ();
  create table parent (id int primary key, name text);
  create table child (extra text) inherits (parent);
  create table measured (id int, at date not null, value float8, primary key (id, at)) partition by range (at);
  create table measured_2020 partition of measured for values from ('2020-01-01') to ('2021-01-01');
  create table measured_2021 partition of measured for values from ('2021-01-01') to ('2022-01-01');
  create view printed as select * from books where status = 'printed';
  create materialized view counted as select count(*) from books;`;

const records = `
  insert into authors (first_name, last_name, mail, homepage, mood, password_hash, mentor_id) values
    ('Ada', 'Lovelace', 'ada@example.org', 'https://example.org/ada', 'so so', 'topsecret', null),
    ('Mary', 'Somerville', null, null, null, null, 1);
  update authors set mentor_id = 2 where id = 1;
  insert into books (isbn, title, status, stars, pages, price, weight, tags, sizes, moods, extra, printed_on, sold_from, doi,
      "select", "Größe (cm)", "group by", cover, reading, big, exact, follows, opened, closed) values
    ('978000000001', 'First', 'printed', 5, 100, 12.50, 0.30000000000000004, '{a,b}', '{1,2}', '{sad}', '{"a": [1]}', '2020-02-29',
     '2020-02-29 12:00:00.5', '10.1000/a1', 'x', 20.5, true, '\\x00', '1 hour', 9007199254740993, 1.00000000000000000001, '978000000002', 1, 2),
    ('978000000002', 'Second', 'draft', null, null, null, null, '{}', null, null, '{"b": 1}', null, null, null, null, null, false, null, null, null, null, null, null, null);
  insert into book_authors values ('978000000001', 2, 1), ('978000000001', 1, 2);
  insert into "Order" values ('00000000-0000-0000-0000-000000000001', 'Zoë', 'here', 'and', 7, 'me');
  insert into order_lines values ('00000000-0000-0000-0000-000000000001', 1, '978000000001', 3);
  insert into line_notes values (1, '00000000-0000-0000-0000-000000000001', 1, 'wrapped');
  begin; insert into left_hands values (1, 1); insert into right_hands values (1, 1); commit;
  insert into log_lines values ('2020-01-01 00:00:00+02', 'started'), ('2020-01-01 00:00:00+02', 'started');
  insert into users values (1, 'old@example.org', 'x');
  insert into pages values ('home', 'Welcome');
  insert into parent values (1, 'p'); insert into child values (1, 'c', 'e');
  insert into measured values (1, '2020-05-05', 1.5), (1, '2021-05-05', 2.5);`;
