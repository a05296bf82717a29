import { createHash } from 'node:crypto';
import { quoteName } from '../connection/sql.ts';
import { foldSql } from './fold-function.ts';

const marks = "!\"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~";

/**
 * The folded words of a text with their positions, without stemming. Only letters and digits make words, in every
 * database: its own parser would take `PVC/PET` for a path, and `-00` for a number, and where it knows only ASCII
 * letters, it would take all other signs for some.
 */
const body = `
  declare folded text := ${foldSql('t')};
  begin
    if octet_length(folded) <> length(folded) then
      folded := regexp_replace(folded collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g');
    end if;
    return to_tsvector('pg_catalog.simple', translate(folded, '${marks}', '${' '.repeat(marks.length - 1)}'));
  end`;

const hash = createHash('sha256').update(body).digest('hex').slice(0, 8);
const name = `backoffice.${quoteName(`words.${hash}`)}`;

/** The column of the words. Its name says how they are made, so that another way makes another column. */
export const wordsOfText = quoteName(`words.${hash}`);

const contents = `backoffice.${quoteName(`contents.${hash}`)}`;

/** The SHA-256 of the contents that have a part with the words of a `tsquery`. */
export function contentsOfQuery(query: string): string {
  return `${contents}(${query})`;
}

/** The function, and the column of words in the texts of files with its index. */
export const textWords: readonly string[] = [
  `create or replace function ${name}(t text) returns tsvector
    language plpgsql immutable parallel safe strict as $$${body} $$`,
  `do $$ declare former text; begin
    for former in select attname from pg_attribute where attrelid = 'backoffice.blob_texts'::regclass
      and attname like 'words.%' and attname <> 'words.${hash}' and not attisdropped
    loop execute format('alter table backoffice.blob_texts drop column %I', former); end loop;
  end $$`,
  `alter table backoffice.blob_texts
    add column if not exists ${wordsOfText} tsvector generated always as (${name}(text)) stored`,
  `create index if not exists ${quoteName(`blob_texts.${hash}`)} on backoffice.blob_texts using gin (${wordsOfText})`,
  // The planner thinks that comparing words is cheap, and would unpack those of all texts to find the many with a
  // common word.
  `create or replace function ${contents}(query tsquery) returns setof text
    language sql stable rows 100 set enable_seqscan = off
    as $$ select distinct t.sha256 from backoffice.blob_texts t where t.${wordsOfText} @@ query $$`,
];
