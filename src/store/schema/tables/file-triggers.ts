import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { fileFields } from '../../../descriptor/file-fields.ts';
import type { Field } from '../../../fields/type/field.ts';
import { quoteName, quoteText } from '../../connection/sql.ts';
import { toTrigger, type Trigger } from './triggers.ts';

/**
 * The triggers that write down which records have which files, so that no file disappears that a record has. Rows
 * without files do not call them.
 */
export function fileTriggers({ resources }: Descriptor): Trigger[] {
  return [...resources.values()].flatMap((resource) => {
    const fields = fileFields(resource);
    return fields.length === 0 ? [] : [toFileTrigger(resource.name, fields)];
  });
}

function toFileTrigger(table: string, fields: readonly Field[]): Trigger {
  const listed = fields.map((field) => idsOf(field)).join(' union all ');
  const call = (of: string, named: string, files: string) =>
    `perform backoffice.use_files(${quoteText(table)}, ${of}._id, ${named}, ${files});`;
  const body = `declare named text[]; files text[];
begin
  if TG_OP = 'DELETE' then ${call('OLD', "'{}'", "'{}'")} return null; end if;
  select array_agg(n.field), array_agg(n.file) into named, files from (${listed}) n;
  ${call('NEW', "coalesce(named, '{}')", "coalesce(files, '{}')")}
  return null;
end`;
  const columns = fields.map(({ name }) => quoteName(name));
  const some = (row: string) => fields.map((field) => hasFiles(field, row)).join(' or ');
  const differs = columns.map((name) => `OLD.${name} is distinct from NEW.${name}`).join(' or ');
  const on = `on ${quoteName(table)} for each row when`;
  return toTrigger({ name: `${table}.files`, table }, body, [
    `trigger % after insert ${on} (${some('NEW')})`,
    `trigger % after update of ${columns.join(', ')} ${on} (${differs})`,
    `trigger % after delete ${on} (${some('OLD')})`,
  ]);
}

function isMany({ kind, settings }: Field): boolean {
  return kind.column(settings).many === true;
}

function idsOf(field: Field): string {
  const column = `NEW.${quoteName(field.name)}`;
  const name = quoteText(field.name);
  return isMany(field)
    ? `select ${name} as field, m ->> 'id' as file from unnest(${column}) m`
    : `select ${name} as field, ${column} ->> 'id' as file`;
}

function hasFiles(field: Field, row: string): string {
  const column = `${row}.${quoteName(field.name)}`;
  return isMany(field) ? `cardinality(${column}) > 0` : `${column} is not null`;
}
