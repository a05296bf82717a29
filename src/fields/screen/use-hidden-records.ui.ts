import { useChoicesContext, useWrappedSource } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';

/**
 * What a field refers to without a record to show: hidden from its editor, or not loaded (yet).
 * The inputs of react-admin know records only and would drop the rest with the next change.
 */
export function useHiddenRecords(source: string) {
  const name = useWrappedSource(source);
  const { setValue } = useFormContext();
  const { allChoices = [], isLoading } = useChoicesContext();
  const ids = [(useWatch({ name }) as unknown) ?? []].flat().filter(Boolean) as string[];
  const known = new Set(allChoices.map(({ id }) => String(id)));
  const hidden = ids.filter((id) => !known.has(id));
  return {
    ids,
    hidden,
    /** Those to tell of: as long as records are on their way, none. */
    shown: isLoading ? [] : hidden,
    set: (value: unknown) => setValue(name, value, { shouldDirty: true, shouldTouch: true }),
  };
}
