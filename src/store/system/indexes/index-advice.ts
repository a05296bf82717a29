import type { DatabaseIndex, IndexAdvice } from '../../../contract/meta.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { findField } from '../../../descriptor/system-fields.ts';
import { indexLines, missingIndex } from '../../schema/tables/missing-index.ts';

/** How often lists were slow that used a field without an index. */
export type SlowRead = Omit<IndexAdvice['add'][number], 'lines'>;

/** The indexes that would make slow lists faster. A field needs none if it is gone from the descriptor or has one by now. */
export function addAdvice(descriptor: Descriptor, slow: readonly SlowRead[]): IndexAdvice['add'] {
  return slow.flatMap((read) => {
    const resource = descriptor.resources.get(read.resource);
    if (!resource || !findField(resource, read.path)) return [];
    const line = missingIndex(resource, read.path, read.use);
    return line ? [{ ...read, lines: [line] }] : [];
  });
}

/** Those of the unused indexes that only exist because the descriptor asks for them or offers a filter. */
export function dropAdvice(
  { source }: Descriptor,
  resource: Resource,
  unused: readonly DatabaseIndex[],
): IndexAdvice['drop'] {
  // A list that declares no filters offers all fields, so the others have to be declared.
  const hasFilters = source['resources']?.[resource.name]?.list?.filters !== undefined;
  const changes = { asked: 'remove', filter: hasFilters ? 'remove' : 'omit' } as const;
  return unused.flatMap(({ name: index, fields, size, reasons }) => {
    const [path] = fields;
    const lines = reasons.flatMap((reason) =>
      path !== undefined && (reason === 'asked' || reason === 'filter')
        ? [indexLines[reason](changes[reason], resource, path)]
        : [],
    );
    const isAll = lines.length > 0 && lines.length === reasons.length;
    return isAll ? [{ resource: resource.name, index, fields, size, lines }] : [];
  });
}
