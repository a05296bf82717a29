import { foldedSigns, spelledLetters } from '../../fields/fold-text.ts';
import { quoteText } from '../connection/sql.ts';

/** Folds a text in SQL as `foldText` does here. */
export function foldSql(sql: string): string {
  return `backoffice.fold(${sql})`;
}

const of = (isOne: boolean) =>
  Object.entries(spelledLetters).filter(([, as]) => (as.length === 1) === isOne);
// What `translate` finds no partner for is removed.
const pairs = foldedSigns.toSorted(([, one], [, other]) => other.length - one.length);
const signs = pairs.map(([from]) => from).join('');
const plain = pairs.map(([from, as]) => as.repeat(from.length)).join('');
const single = of(true);
const spelled = of(false);

/**
 * Immutable, so that a stored column can use it. A text of ASCII letters, as nearly all are, takes the short way. The
 * statements of a change have another name of column, because it is a hash of the expression that names this function:
 * whoever changes what it does must rename it.
 */
export const foldFunction = `create or replace function backoffice.fold(t text) returns text
  language plpgsql immutable parallel safe strict as $$
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
  end $$`;

function letters(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([letter]) => letter).join('');
}
