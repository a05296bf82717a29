import { useEffect, useSyncExternalStore } from 'react';
import { HttpError } from 'react-admin';
import type { FileValue } from '../../fields/files/file-value.ts';
import { messageOf } from '../client/http.ts';
import { createSignal } from '../client/page-state.ts';
import type { UploadProgress } from './upload-queue.ts';

/** A file that is not in the form's value yet. */
export type FormUpload = {
  key: number;
  /** The path of its input in the form. */
  source: string;
  file: File;
  state: UploadProgress | { step: 'failed'; why: string; mayRetry: boolean };
};

/** What an input says about the files that somebody has chosen in it. */
export type NewFiles = {
  source: string;
  /** The field that they are for, such as `sources.document`. */
  field: string;
  files: readonly { file: File; refused?: string | undefined }[];
  /** Puts a file into the value, before the first of those with the ids. */
  insert: (file: FileValue, before: ReadonlySet<string>) => void;
};

type Entry = FormUpload & Pick<NewFiles, 'field' | 'insert'> & { abort: AbortController };

/** Whether the server has refused the file itself, and would do so again. */
function isFinal(error: unknown): boolean {
  return error instanceof HttpError && [400, 403, 413, 422].includes(error.status);
}

export type FormUploads = ReturnType<typeof createFormUploads>;

/**
 * The uploads of one form. They go on when their input is gone, such as on another tab, and put each file into the value
 * when it has arrived, in the order in which the files were chosen.
 */
export function createFormUploads() {
  let entries: readonly Entry[] = [];
  let arrived: readonly { key: number; source: string; id: string }[] = [];
  let last = 0;
  const changes = createSignal();

  const set = (next: readonly Entry[]): void => {
    entries = next;
    changes.send();
  };
  const change = (key: number, state: FormUpload['state']): void =>
    set(entries.map((entry) => (entry.key === key ? { ...entry, state } : entry)));
  const has = ({ key }: Entry): boolean => entries.some((entry) => entry.key === key);

  async function run(entry: Entry): Promise<void> {
    const { key, source, file, field, insert, abort } = entry;
    const { signal } = abort;
    try {
      const { uploadFile } = await import('./upload-queue.ts');
      const value = await uploadFile(file, field, {
        signal,
        onProgress: (state) => change(key, state),
      });
      if (!has(entry)) return;
      set(entries.filter((each) => each.key !== key));
      const later = arrived.filter((each) => each.source === source && each.key > key);
      arrived = [...arrived, { key, source, id: value.id }];
      insert(value, new Set(later.map(({ id }) => id)));
    } catch (error) {
      if (signal.aborted) return;
      change(key, { step: 'failed', why: messageOf(error), mayRetry: !isFinal(error) });
    }
  }

  const remove = (isMeant: (entry: Entry) => boolean): void => {
    const gone = entries.filter(isMeant);
    if (gone.length === 0) return;
    set(entries.filter((entry) => !gone.includes(entry)));
    for (const { abort } of gone) abort.abort();
  };

  return {
    listen: changes.listen,
    all: (): readonly FormUpload[] => entries,
    add({ source, field, files, insert }: NewFiles): void {
      const added = files.map(({ file, refused }): Entry => {
        const state =
          refused === undefined
            ? ({ step: 'waiting' } as const)
            : ({ step: 'failed', why: refused, mayRetry: false } as const);
        last += 1;
        return { key: last, source, field, file, insert, state, abort: new AbortController() };
      });
      set([...entries, ...added]);
      for (const entry of added) if (entry.state.step === 'waiting') void run(entry);
    },
    retry(key: number): void {
      const entry = entries.find((each) => each.key === key);
      if (!entry) return;
      change(key, { step: 'waiting' });
      void run(entry);
    },
    /** Forgets an upload, and stops it if it runs. */
    remove: (key: number): void => remove((entry) => entry.key === key),
    removeOf: (source: string): void => remove((entry) => entry.source === source),
    removeAll: (): void => remove(() => true),
    /** Waits until all uploads have ended. Returns those that failed. */
    async settle(): Promise<readonly FormUpload[]> {
      while (entries.some(({ state }) => state.step !== 'failed')) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const stop = changes.listen(resolve);
        await promise.finally(stop);
      }
      return entries;
    },
  };
}

const byForm = new WeakMap<object, FormUploads>();

/** The uploads of a form, by the `control` of react-hook-form. */
export function uploadsOf(control: object): FormUploads {
  const uploads = byForm.get(control) ?? createFormUploads();
  byForm.set(control, uploads);
  return uploads;
}

/** Whether files of a form are not in its values, because they are being uploaded or could not be. */
export function hasUploads(control: object): boolean {
  return (byForm.get(control)?.all().length ?? 0) > 0;
}

/** For the form of a dialog: waits for its uploads, and says whether all arrived. They end with the dialog. */
export function useSettledUploads(control: object): () => Promise<boolean> {
  useEffect(() => () => uploadsOf(control).removeAll(), [control]);
  return async () => (await uploadsOf(control).settle()).length === 0;
}

export function useFormUploads(control: object): readonly FormUpload[] {
  const { listen, all } = uploadsOf(control);
  return useSyncExternalStore(listen, all);
}
