import { quoteText } from '../../connection/sql.ts';

/** Moves the rows of a table to the new name of their collection. */
export function move(table: string) {
  return (from: string, to: string): string[] => [
    `update backoffice.${table} set resource = ${quoteText(to)} where resource = ${quoteText(from)}`,
  ];
}

/** Removes first what a dropped collection of the new name has left. */
export function replace(table: string) {
  return (from: string, to: string): string[] => [
    `delete from backoffice.${table} where resource = ${quoteText(to)}`,
    ...move(table)(from, to),
  ];
}

/** In the column `fields`. */
export function moveInFields(table: string) {
  return (resource: string, from: string, to: string): string[] => {
    const [one, other, of] = [from, to, resource].map(quoteText);
    return [
      `update backoffice.${table} set fields = array_replace(fields, ${one}, ${other}) where resource = ${of} and ${one} = any(fields)`,
    ];
  };
}

export function replaceField(table: string) {
  return (resource: string, from: string, to: string): string[] => {
    const of = ` and resource = ${quoteText(resource)}`;
    return [
      `delete from backoffice.${table} where field = ${quoteText(to)}${of}`,
      `update backoffice.${table} set field = ${quoteText(to)} where field = ${quoteText(from)}${of}`,
    ];
  };
}

/** Adds the first free number to names that would be there twice. */
export function distinguish(
  table: string,
  from: string,
  to: string,
  isSame: (name: string) => string,
): string {
  const [old, now] = [quoteText(from), quoteText(to)];
  return `update backoffice.${table} t set name = (
      select numbered from generate_series(2, 10000) n, concat(left(t.name, 90), ' (', n, ')') numbered
      where not exists (select from backoffice.${table} o where o.resource in (${old}, ${now}) and ${isSame('numbered')})
      order by n limit 1)
    where t.resource = ${now} and exists (select from backoffice.${table} o where o.resource = ${old} and ${isSame('t.name')})`;
}

/** A dropped field or collection of the new name may have had the same file in the same record. */
export function moveFileUses(
  of: 'resource' | 'field',
  from: string,
  to: string,
  also = '',
): string[] {
  const same = ['file', 'resource', 'record', 'field']
    .map((name) => `o.${name} = ${name === of ? quoteText(from) : `u.${name}`}`)
    .join(' and ');
  return [
    `delete from backoffice.file_uses u where u.${of} = ${quoteText(to)}${also} ` +
      `and exists (select from backoffice.file_uses o where ${same})`,
    `update backoffice.file_uses u set ${of} = ${quoteText(to)} where u.${of} = ${quoteText(from)}${also}`,
  ];
}
