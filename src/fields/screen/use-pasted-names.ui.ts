import type { ClipboardEvent } from 'react';
import { useNotify, useWrappedSource } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { Field } from '../type/field.ts';
import { useReferences } from '../type/reference-context.tsx';
import { writeInput } from '../text/write-input.ts';

/**
 * Adds the records that a pasted list names, as the grid does. The names that are not clear stay in the input, which
 * searches for them. A text with commas only may be one name. If it is not a list of known names, the input searches for it.
 */
export function usePastedNames(field: Field, source: string) {
  const { read } = useReferences();
  const { getValues, setValue } = useFormContext();
  const name = useWrappedSource(source);
  const notify = useNotify();
  const add = async (input: HTMLInputElement, text: string): Promise<void> => {
    const { value, refused, partly } = await read(field, text);
    if (refused !== undefined && !/[|;]/.test(text)) return;
    if (refused !== undefined) notify(refused, { type: 'warning' });
    const added = refused === undefined ? (value as readonly string[]) : (partly?.clear ?? []);
    const before = (getValues(name) ?? []) as readonly string[];
    const all = [...new Set([...before, ...added])];
    writeInput(input, refused === undefined ? '' : (partly?.rest ?? text));
    if (added.length === 0) return;
    setValue(name, all, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  };
  return (event: ClipboardEvent): void => {
    const { target } = event;
    const pasted = event.clipboardData.getData('text/plain').trim();
    if (!(target instanceof HTMLInputElement) || !/[\n|;,]/.test(pasted)) return;
    // A line of an input would join the lines.
    if (pasted.includes('\n')) event.preventDefault();
    const text = pasted.replaceAll(/\s*\n\s*/g, ' | ');
    add(target, text).catch((error: Error) => notify(error.message, { type: 'error' }));
  };
}
