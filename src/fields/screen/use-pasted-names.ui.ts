import type { ClipboardEvent } from 'react';
import { useNotify, useWrappedSource } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { Field } from '../type/field.ts';
import { useReferences } from '../type/reference-context.tsx';

/**
 * Adds the records that a pasted text names, as the grid and files do. Without a list in it, and if a name has no
 * record, the text stays in the input, which searches for it.
 */
export function usePastedNames(field: Field, source: string) {
  const { read } = useReferences();
  const { getValues, setValue } = useFormContext();
  const name = useWrappedSource(source);
  const notify = useNotify();
  const add = async (text: string): Promise<void> => {
    const { value, refused } = await read(field, text);
    if (refused !== undefined)
      return notify(refused, { type: 'warning', messageArgs: { _: refused } });
    const before = (getValues(name) ?? []) as readonly string[];
    const all = [...new Set([...before, ...(value as readonly string[])])];
    setValue(name, all, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  };
  return (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text/plain').trim();
    if (!/[\n|;,]/.test(pasted)) return;
    // A line of an input would join the lines.
    if (pasted.includes('\n')) event.preventDefault();
    const text = pasted.replaceAll(/\s*\n\s*/g, ' | ');
    add(text).catch((error: Error) => notify(error.message, { type: 'error' }));
  };
}
