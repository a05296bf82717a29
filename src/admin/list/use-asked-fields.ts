import { useMemo } from 'react';
import { headOfColumn } from '../../descriptor/column-field.ts';
import { titleFields } from '../../descriptor/title.ts';
import { useLayout } from './grid/columns/use-layout.ts';
import { useResource } from '../kit/use-resource.ts';

/** Only what is shown is asked for: records have forty fields and a list shows six. */
export function useAskedFields(): readonly string[] {
  const { resource, find, rowFields } = useResource();
  const { shown } = useLayout();
  return useMemo(() => {
    const named = [...titleFields(resource), resource.importKey].filter((name) => find(name));
    return [
      ...new Set([...named, ...rowFields, ...shown.map((field) => headOfColumn(field.name))]),
    ].sort();
  }, [resource, find, rowFields, shown]);
}
