import { useWrappedSource } from 'react-admin';
import { useWatch } from 'react-hook-form';

/** The label of an input stands above what was chosen from the start: chips that are slow to be drawn would come below it. */
export function useChipLabel(source: string) {
  const chosen: unknown = useWatch({ name: useWrappedSource(source) });
  const shrink = Array.isArray(chosen) && chosen.length > 0;
  return { TextFieldProps: { slotProps: { inputLabel: shrink ? { shrink } : {} } } };
}
