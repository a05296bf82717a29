import { useState } from 'react';
import {
  HttpError,
  setSubmissionErrors,
  useDataProvider,
  useNotify,
  useTranslate,
  type RaRecord,
} from 'react-admin';
import { messageOf, type ProblemDocument } from '../client/http.ts';
import { type RecordProvider, toRecord } from '../client/data-provider.ts';
import type { FormErrors } from '../client/form-errors.ts';
import { useNotifyError } from '../client/use-notify-error.ts';
import { useResource } from '../kit/use-resource.ts';
import type { Values } from './form-values.ts';
import type { RecordForm } from './use-record-form.ts';
import { useRefresh } from './use-refresh.ts';

/** Somebody else saved first: the record as it is now, and the changes this user wanted to save. */
export type SaveConflict = { current: RaRecord; changes: Values };

/** Saves the changes, and shows the server's objections where the user can correct them. */
export function useSave(
  { form, latest, changes, values, rebase }: RecordForm,
  onInvalid: () => void,
) {
  const { resource } = useResource();
  const provider = useDataProvider<RecordProvider>();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const translate = useTranslate();
  const refresh = useRefresh();
  const [isSaving, setSaving] = useState(false);
  const [meanwhile, setMeanwhile] = useState<SaveConflict>();

  const send = async (base: RaRecord | undefined): Promise<RaRecord> => {
    if (base === undefined) {
      const { data } = await provider.create(resource.name, { data: values() });
      return data as RaRecord;
    }
    const order = { id: base.id, data: changes(), previousData: base };
    const { data } = await provider.update(resource.name, order);
    return data as RaRecord;
  };

  const submit = async (saved: (record: RaRecord) => void): Promise<void> => {
    const base = latest();
    if (base !== undefined && Object.keys(changes()).length === 0) {
      notify('form.nothing_to_save');
      saved(base);
      return;
    }
    try {
      const record = await send(base);
      rebase(record);
      setMeanwhile(undefined);
      void refresh(record);
      notify(base === undefined ? 'form.created_notice' : 'form.saved', { type: 'success' });
      saved(record);
    } catch (error) {
      refuse(error);
    }
  };

  const invalid = (errors: object): void => {
    // If every problem is one of the record as a whole, no field is marked.
    const isMarked = Object.keys(errors).some((name) => name !== 'root');
    notify(isMarked ? 'form.invalid' : 'form.invalid_whole', { type: 'error' });
    onInvalid();
  };

  const refuse = (error: unknown): void => {
    const body = error instanceof HttpError ? (error.body as Refusal | null) : null;
    if (error instanceof HttpError && error.status === 412 && body?.current) {
      setMeanwhile({ current: toRecord(body.current), changes: changes() });
      return;
    }
    if (body?.errors) {
      setSubmissionErrors(body.errors, form.setError);
      invalid(body.errors);
      return;
    }
    const isGone = error instanceof HttpError && error.status === 404;
    const trouble = isGone ? new Error(translate('form.gone')) : error;
    setSubmissionErrors({ root: { serverError: messageOf(trouble) } }, form.setError);
    notifyError(trouble);
  };

  const save = async (saved: (record: RaRecord) => void): Promise<void> => {
    if (isSaving) return;
    setSaving(true);
    form.clearErrors('root');
    await form
      .handleSubmit(() => submit(saved), invalid)()
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

type Refusal = ProblemDocument & { errors?: FormErrors };
