import { foldedSigns, spelledLetters } from '../../fields/text/fold-text.ts';
import { createHash } from 'node:crypto';
import { quoteName, quoteText } from '../connection/sql.ts';

const of = (isOne: boolean) =>
  Object.entries(spelledLetters).filter(([, as]) => (as.length === 1) === isOne);
// What `translate` finds no partner for is removed.
const pairs = foldedSigns.toSorted(([, one], [, other]) => other.length - one.length);
const signs = pairs.map(([from]) => from).join('');
const plain = pairs.map(([from, as]) => as.repeat(from.length)).join('');
const single = of(true);
const spelled = of(false);

/** A text of ASCII letters, as nearly all are, takes the short way. */
const body = `
  begin
    if octet_length(t) = length(t) then return lower(t collate "C"); end if;
    t := translate(t, ${quoteText(signs)}, ${quoteText(plain)});
    t := lower(normalize(t, nfkd) collate "und-x-icu");
    t := regexp_replace(t, '[\\u0300-\\u036f]', '', 'g');
    t := translate(t, ${quoteText(letters(single))}, ${quoteText(single.map(([, as]) => as).join(''))});
    if t ~ '[${letters(spelled)}]' then
      ${spelled.map(([from, as]) => `t := replace(t, '${from}', '${as}');`).join('\n      ')}
    end if;
    return t;
  end`;

/** Stored columns name the function, so one that folds differently has another name and they are made again. */
const name = `backoffice.${quoteName(`fold.${createHash('sha256').update(body).digest('hex').slice(0, 8)}`)}`;

/** Immutable, so that a stored column can use it. */
export const foldFunction = `create or replace function ${name}(t text) returns text
  language plpgsql immutable parallel safe strict as $$${body} $$`;

/** Folds a text in SQL as `foldText` does here. */
export function foldSql(sql: string): string {
  return `${name}(${sql})`;
}

function letters(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([letter]) => letter).join('');
}
