import { useMemo, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { useForm } from 'react-hook-form';
import type { RecordState } from '../../descriptor/rules/rules.ts';
import { useResource } from '../kit/use-resource.ts';
import { hasUploads, uploadsOf } from '../uploads/form-uploads.ts';
import { textsOf } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import {
  createResolver,
  changesToSave,
  valuesToCreate,
  stateOfForm,
  type FormWithRules,
  createLimitsOf,
} from './form/form-rules.ts';
import { toFormValues, withoutOpenDefaults, type Values } from './form/form-values.ts';
import { createHints, questionOf } from './form/use-hints.ts';
import { createInlineLists } from './children/inline-lists.ts';

export type RecordForm = ReturnType<typeof useRecordForm>;

/**
 * The state of one form. Changes are found by comparing with the record and not by
 * react-hook-form, for which an emptied text differs from none.
 */
export function useRecordForm(
  record: RaRecord | undefined,
  initial: Values,
  /** A field that the form does not enter. */
  without?: string,
) {
  const { resource, readable, writable, creates, role } = useResource();
  const fields = useMemo(
    () => writable.filter(({ name }) => name !== without),
    [writable, without],
  );
  const [lists] = useState(createInlineLists);
  const [hints] = useState(createHints);
  const [base, setBase] = useState(record);
  const [start] = useState(() => createStart(record, initial));
  const ruled = useMemo(
    () => (): FormWithRules => {
      const { record: there, values } = start.get();
      const limits = createLimitsOf(creates);
      const isNew = there === undefined;
      const own = { resource, fields, base: there ?? values, isNew, role, limits };
      // An answer to other values must not take back what somebody has typed.
      return { ...own, judged: (typed) => hints.get().answers.get(questionOf(own, typed) ?? '') };
    },
    [resource, fields, start, creates, role, hints],
  );
  const resolver = useMemo(() => createResolver(ruled), [ruled]);
  const form = useForm<Values>({
    defaultValues: initial,
    resolver,
    mode: 'onTouched',
    // `useFirstInvalid` also finds the inputs of lines, and those whose refs are not passed on.
    shouldFocusError: false,
  });

  return useMemo(() => {
    const changes = (): Values => changesToSave(ruled(), form.getValues());
    return {
      form,
      resource,
      /** The fields the user may write. */
      fields,
      /** The record that the changes apply to; none while it is new. */
      base,
      changes,
      /** All values of a new record. A default that has not arrived yet is left to the server. */
      values: (): Values => {
        const isOpen = (name: string) => !form.getFieldState(name).isTouched;
        return withoutOpenDefaults(fields, valuesToCreate(ruled(), form.getValues()), isOpen);
      },
      /** The states of the fields by the values in the form at this very moment, and by the last answer of the server. */
      state: (): RecordState =>
        stateOfForm({ ...ruled(), judged: () => hints.get().latest }, form.getValues()),
      /** What the server says of conditions about other records. */
      hints,
      question: () => questionOf(ruled(), form.getValues()),
      /** The same for the values the form started with. */
      judgedAtFirst: () => ruled().judged?.(start.get().values),
      /** The same as `base` at this very moment, even before the next render. */
      latest: () => start.get().record,
      /** The values the form started with. */
      initial: (): Values => start.get().values,
      /** The lines that are edited in the form and saved with it. */
      lists,
      isDirty: (): boolean =>
        Object.keys(changes()).length > 0 || lists.count() > 0 || hasUploads(form.control),
      /** Whether files of the form itself are still being uploaded, or could not be. */
      hasUploads: (): boolean => hasUploads(form.control),
      settleUploads: () => settleUploads(form.control),
      /**
       * Continues from another state of the record, with these values in the form, or with the record's own. The lines
       * stay as entered only in the first case.
       */
      rebase(next: RaRecord | undefined, values?: Values): void {
        if (next === undefined || values === undefined) {
          lists.reset();
          uploadsOf(form.control).removeAll();
        }
        const own = next === undefined ? (values ?? {}) : toFormValues(readable, next);
        start.set({ record: next, values: own });
        setBase(next);
        form.reset(own);
        if (next === undefined || values === undefined) return;
        for (const [name, value] of Object.entries(values)) form.setValue(name, value);
      },
    };
  }, [form, resource, ruled, fields, readable, base, start, lists, hints]);
}

/** Waits for the uploads. Returns the objections to those that failed, by field. */
async function settleUploads(control: object): Promise<Readonly<Record<string, string>>> {
  const failed = await uploadsOf(control).settle();
  const counts = [...Map.groupBy(failed, ({ source }) => source)].map(
    ([source, { length: count }]) => [
      source,
      fillTemplate(textsOf('uploads').unfinished, { count }),
    ],
  );
  return Object.fromEntries(counts) as Record<string, string>;
}

type Start = { record: RaRecord | undefined; values: Values };

/** What the form started with. It is also read outside rendering: by the resolver, and when the user leaves the page. */
function createStart(record: RaRecord | undefined, values: Values) {
  let start: Start = { record, values };
  return {
    get: () => start,
    set(next: Start) {
      start = next;
    },
  };
}
