import { useMemo, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type { Field } from '../../../fields/field.ts';
import { useResource } from '../use-resource.ts';
import { createResolver } from './form-resolver.ts';
import { changesOf, toFormValues, type Values } from './form-values.ts';

export type RecordForm = {
  form: UseFormReturn<Values>;
  /** The fields the user may write. */
  fields: readonly Field[];
  /** The record the changes are made to; none while it is new. */
  base: RaRecord | undefined;
  /** The same at this very moment, also before the next drawing. */
  latest(): RaRecord | undefined;
  changes(): Values;
  /** What the form began with. */
  initial(): Values;
  isDirty(): boolean;
  /** Goes on from another state of the record, with these values in the form, or with its own. */
  rebase(record: RaRecord | undefined, values?: Values): void;
};

/**
 * The state of one form. What counts as changed is told by comparing with the
 * record and not by react-hook-form, to which an emptied text differs from none.
 */
export function useRecordForm(record: RaRecord | undefined, initial: Values): RecordForm {
  const { resource, readable, isWritable } = useResource();
  const fields = useMemo(
    () => readable.filter((field) => isWritable(field.name)),
    [readable, isWritable],
  );
  const [base, setBase] = useState(record);
  const [start] = useState(() => createStart(record, initial));
  const resolver = useMemo(
    () => createResolver(resource, fields, () => start.get().record),
    [resource, fields, start],
  );
  const form = useForm<Values>({ defaultValues: initial, resolver, mode: 'onTouched' });

  return useMemo(() => {
    const changes = (): Values => changesOf(fields, start.get().values, form.getValues());
    return {
      form,
      fields,
      base,
      changes,
      latest: () => start.get().record,
      initial: () => start.get().values,
      isDirty: () => Object.keys(changes()).length > 0,
      rebase(next, values) {
        const own = next === undefined ? (values ?? {}) : toFormValues(readable, next);
        start.set({ record: next, values: own });
        setBase(next);
        form.reset(own);
        if (next === undefined || values === undefined) return;
        for (const [name, value] of Object.entries(values)) form.setValue(name, value);
      },
    };
  }, [form, fields, readable, base, start]);
}

type Start = { record: RaRecord | undefined; values: Values };

/** What the form began with, also asked outside of drawing: when leaving the page, and by the resolver. */
function createStart(record: RaRecord | undefined, values: Values) {
  let start: Start = { record, values };
  return {
    get: () => start,
    set(next: Start) {
      start = next;
    },
  };
}
