import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  HttpError,
  setSubmissionErrors,
  useDataProvider,
  useNotify,
  type RaRecord,
} from 'react-admin';
import { messageOf, type ProblemDocument } from '../../client/http.ts';
import type { RecordProvider } from '../../client/data-provider.ts';
import { currentOf } from '../../client/record-json.ts';
import { toFormErrors, type FormErrors } from '../../client/form-errors.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useResource } from '../../kit/use-resource.ts';
import { problemText } from '../../messages/problem-text.ts';
import { textsOf, useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import type { Field } from '../../../fields/type/field.ts';
import { toConflicts, toMerged } from './conflict.ts';
import type { StaleLine } from '../children/inline-lists.ts';
import type { Values } from './form-values.ts';
import type { RecordForm } from '../use-record-form.ts';
import { useRefresh } from '../use-refresh.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** Somebody else saved first: the record as it is now, and the changes this user wanted to save. */
export type SaveConflict = { current: RaRecord; changes: Values };

/** Saves the changes, and shows the server's objections where the user can correct them. */
export function useSave(work: RecordForm, onInvalid: () => void) {
  const { form, lists, changes, rebase } = work;
  const { resource } = useResource();
  const provider = useDataProvider<RecordProvider>();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const texts = useTexts('app');
  const say = useText();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [meanwhile, setMeanwhile] = useState<SaveConflict>();

  const send = async (base: RaRecord | undefined): Promise<RaRecord> => {
    const lines = lists.send();
    const { data } =
      base === undefined
        ? await provider.create(resource.name, { data: { ...work.values(), ...lines } })
        : await provider.update(resource.name, {
            id: base.id,
            data: { ...changes(), ...lines },
            previousData: base,
          });
    const record = { ...data } as RaRecord;
    for (const name of Object.keys(lines)) {
      delete record[name];
      void queries.invalidateQueries({ queryKey: [name] });
    }
    return record;
  };

  /** `joined`: fields that somebody else has changed meanwhile. */
  const submit = async (
    saved: (record: RaRecord) => void,
    joined: readonly Field[] = [],
  ): Promise<void> => {
    const base = work.latest();
    if (base !== undefined && !work.isDirty()) {
      notify(texts.form.nothingToSave);
      saved(base);
      return;
    }
    try {
      const record = await send(base);
      rebase(record);
      setMeanwhile(undefined);
      void refresh(record);
      const done = base === undefined ? texts.form.createdNotice : texts.form.saved;
      const theirs = joined.map(({ label }) => say(label)).join(', ');
      const text = theirs === '' ? done : fillTemplate(texts.form.savedJoined, { fields: theirs });
      notify(text, { type: 'success' });
      saved(record);
    } catch (error) {
      const theirs = currentOf(error);
      if (theirs) await join(theirs, saved);
      else refuse(error);
    }
  };

  /** Saves on top of a newer version if nobody has to choose; otherwise shows both. */
  const join = async (current: RaRecord, saved: (record: RaRecord) => void): Promise<void> => {
    const sides = { base: work.base ?? {}, current, changes: changes() };
    const conflicts = toConflicts(work.fields, sides);
    if (conflicts.some(({ chosen }) => chosen === undefined))
      return setMeanwhile({ current, changes: changes() });
    rebase(current, toMerged(conflicts));
    const theirs = conflicts.filter(({ isTheirs }) => isTheirs);
    await submit(saved, [...new Set(theirs.map(({ whole, field }) => whole?.field ?? field))]);
  };

  const invalid = (errors: object, isLine = false): void => {
    // If every problem is one of the record as a whole, no field is marked.
    const isMarked = isLine || Object.keys(errors).some((name) => name !== 'root');
    notify(isMarked ? texts.form.invalid : texts.form.invalidWhole, { type: 'error' });
    onInvalid();
  };

  const refuse = (error: unknown): void => {
    const body = error instanceof HttpError ? (error.body as Refusal | null) : null;
    const problems = body?.problems ?? [];
    const own = lists.refuse(problems, body?.stale ?? []);
    const isLine = own.length < problems.length;
    if (body?.errors || isLine) {
      const errors = isLine ? toFormErrors(resource, own, problemText) : body!.errors!;
      setSubmissionErrors(errors, form.setError);
      invalid(errors, isLine);
      return;
    }
    const isGone = error instanceof HttpError && error.status === 404;
    const trouble = isGone ? new Error(texts.form.gone) : error;
    setSubmissionErrors({ root: { serverError: messageOf(trouble) } }, form.setError);
    notifyError(trouble);
  };

  const save = async (saved: (record: RaRecord) => void): Promise<void> => {
    if (isSaving) return;
    setSaving(true);
    form.clearErrors('root');
    if (work.hasUploads()) {
      const text = textsOf('uploads').savesLater;
      notify(text);
    }
    const missing = await work.settleUploads();
    const areLinesValid = await lists.check();
    const areFine = areLinesValid && Object.keys(missing).length === 0;
    const reject = (errors: object): void => {
      // A check of the form forgets them.
      setSubmissionErrors(missing, form.setError);
      invalid({ ...errors, ...missing }, !areLinesValid);
    };
    await form
      .handleSubmit(() => (areFine ? submit(saved) : reject({})), reject)()
      .finally(() => setSaving(false));
  };

  return {
    isSaving,
    meanwhile,
    /** Checks and saves the form, then calls back with the record as stored. */
    save: (saved: (record: RaRecord) => void) => void save(saved),
    /** Shows both versions before the user saves. */
    show: (current: RaRecord) => setMeanwhile({ current, changes: changes() }),
    dismiss: () => setMeanwhile(undefined),
  };
}

type Refusal = ProblemDocument & { errors?: FormErrors; stale?: readonly StaleLine[] };
