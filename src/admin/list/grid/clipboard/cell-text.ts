import type { QueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';
import type { Descriptor, Resource } from '../../../../descriptor/descriptor.ts';
import { displayTitle } from '../../../../descriptor/title.ts';
import type { Field } from '../../../../fields/field.ts';
import type { RecordProvider } from '../../../client/data-provider.ts';

/** What texts of cells are read and written with. */
type TextParts = { descriptor: Descriptor; queries: QueryClient; provider: RecordProvider };

/** What a cell says outside of the grid: as in files, but for references, which go by what files call a record. */
export function textOfCell(
  { descriptor, queries }: TextParts,
  field: Field,
  value: unknown,
): string {
  if (value === null || value === undefined) return '';
  const relation = field.kind.relation?.(field.settings);
  const target = relation && descriptor.resources.get(relation.to);
  if (!target) return field.kind.text.write(value, field.settings);
  return ([value].flat() as string[])
    .map((id) => {
      const known = queries.getQueryData<readonly RaRecord[]>([
        target.name,
        'getMany',
        { ids: [id] },
      ]);
      return known?.[0] ? nameOf(target, known[0]) : id;
    })
    .join(', ');
}

/** As files call it; by its title where they have no word for it. */
function nameOf(target: Resource, record: RaRecord): string {
  const key: unknown = record[target.importKey];
  const field = target.fields.get(target.importKey);
  if (!field || key === null || key === undefined) return displayTitle(target, record);
  return field.kind.text.write(key, field.settings);
}
