import { useRef, useState } from 'react';
import { checkField, emptyOf } from '../../../../descriptor/field-check.ts';
import { isSameJson } from '../../../../descriptor/json-object.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { useResend } from '../../../client/passing-trouble.ts';
import { newChangeSet } from '../../../client/undo-steps.ts';
import { useNotifyError } from '../../../client/use-notify-error.ts';
import { useResource } from '../../../kit/use-resource.ts';
import type { Uncreated } from '../writing/create-writer.ts';
import { problemsText, type NewRecord } from '../writing/send-changes.ts';
import type { PastedRow, PendingPaste } from './read-paste.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useConfig } from '../../../client/config.tsx';
import { language } from '../../../messages/language.ts';
import { toDemandedValues, toGivenValues } from '../../../record/form/form-rules.ts';
import { uiOf } from '../../../resource/field-value.tsx';
import { useGivenByFilter } from '../../filters/given-by-filter.ts';
import { copyCell } from './cell-text.ts';
import { isNumeric } from './read-numbers.ts';
import { useTexts } from '../../../messages/texts.ts';

export type NewRowsWork = {
  pending: PendingPaste;
  /**
   * Creates the records, and writes the pasted cells of existing ones the first time. Rejects if nothing was sent,
   * because the code for it could not be loaded. All attempts are one change set.
   */
  onCreate: (
    rows: readonly NewRecord[],
    isFirst: boolean,
    changeSet: string,
  ) => Promise<readonly Uncreated[]>;
  /** Reads the text of a cell again. */
  onRead: (row: PastedRow, field: Field, text: string) => Promise<PastedRow>;
  onClose: () => void;
};

/** The rows to create: read, corrected, and sent until the server has created all of them. */
export function useNewRows({ pending, onCreate, onRead, onClose }: NewRowsWork) {
  const started = useStartedRows(pending);
  const fields = useFields(started);
  const isValid: Check = (row) => fields.every((field) => saidOf(field, row) === undefined);
  const { rows, settled, show, read, add } = useRows(started, isValid, onRead);
  // Nothing is wrong with a row that the user has only begun to type.
  const [isChecked, setChecked] = useState(pending.typed === undefined);
  const [isFirst, setFirst] = useState(true);
  const [isSending, setSending] = useState(false);
  const [isUnsent, setUnsent] = useState(false);
  const [wait, setWait] = useState<number>();
  const [changeSet] = useState(newChangeSet);
  const changes = isFirst ? pending.changes.length : 0;
  const valid = rows.filter(isValid);

  const create = async (): Promise<void> => {
    setSending(true);
    setWait(undefined);
    const all = await settled();
    setChecked(true);
    const ready = all.filter(isValid);
    const isNothing = ready.length + changes === 0;
    try {
      const uncreated = isNothing ? [] : await onCreate(ready.map(toNewRecord), isFirst, changeSet);
      setUnsent(false);
      if (!isNothing) setFirst(false);
      setWait(uncreated.find((one) => one.wait !== undefined)?.wait);
      const refusals = new Map(uncreated.map(({ index, said }) => [ready[index], said]));
      // What the server refused before may be accepted the next time, so no refusal is kept.
      const left = all.filter((row) => refusals.has(row) || !isValid(row));
      if (left.length === 0) return onClose();
      show(left.map((row) => ({ ...withAttempt(row), refusal: refusals.get(row) })));
    } catch {
      setUnsent(true);
    }
    setSending(false);
  };
  useResend(wait, () => void create());
  return {
    fields,
    rows,
    isWaiting: wait !== undefined,
    stopWaiting: () => setWait(undefined),
    /** The number of pasted cells of existing records that are still to be written. */
    changes,
    /** The number of rows that can be sent. */
    ready: valid.length,
    /** The number of rows with values that must be corrected first. */
    invalid: isChecked ? rows.length - valid.length : 0,
    /** The number of rows that the server did not create, though their values are right. */
    refused: valid.filter(({ refusal }) => refusal !== undefined).length,
    isChecked,
    isSending,
    isUnsent,
    create,
    read,
    add,
  };
}

function withAttempt({ attempts = [], ...row }: PastedRow): PastedRow {
  return { ...row, attempts: [...attempts, row.values] };
}

/** If an earlier attempt with other values has created the record, it gets the present ones, and loses the others. */
function toNewRecord({ _id, values, attempts = [] }: PastedRow): NewRecord {
  if (attempts.every((attempt) => isSameJson(attempt, values))) return { _id, data: values };
  const names = attempts.flatMap((attempt) => Object.keys(attempt));
  const cleared = Object.fromEntries(names.map((name) => [name, null]));
  return { _id, data: values, correction: { ...cleared, ...values } };
}

type Check = (row: PastedRow) => boolean;

/** The rows, those with problems first, and how the texts of their cells are read again. */
function useRows(started: readonly PastedRow[], isValid: Check, onRead: NewRowsWork['onRead']) {
  const notifyError = useNotifyError();
  const ordered = (all: readonly PastedRow[]) =>
    all.toSorted((one, other) => rankOf(one, isValid) - rankOf(other, isValid));
  const [rows, setRows] = useState<readonly PastedRow[]>(() => ordered(started));
  const latest = useRef<readonly PastedRow[]>(rows);
  const reading = useRef(Promise.resolve());
  const update = (next: readonly PastedRow[]): void => {
    latest.current = next;
    setRows(next);
  };
  const replace = async (row: PastedRow, field: Field, text: string): Promise<void> => {
    const of = (all: readonly PastedRow[]) => all.find(({ _id }) => _id === row._id) ?? row;
    const next = await onRead(of(latest.current), field, text);
    update(latest.current.map((one) => (one._id === row._id ? next : one)));
  };
  return {
    rows,
    show: (next: readonly PastedRow[]): void => update(ordered(next)),
    /** The rows once all texts are read: a click on a button leaves the cell, whose text is read first. */
    settled: async () => {
      await reading.current;
      return latest.current;
    },
    /** Reads texts one after another: the second builds on the row that the first has changed. */
    read(row: PastedRow, field: Field, text: string): void {
      reading.current = reading.current.then(() => replace(row, field, text)).catch(notifyError);
    },
    /** Gives a row the value that a field has with new files, once these have arrived. */
    add({ _id }: PastedRow, { name }: Field, arrival: Promise<unknown>): void {
      const added = arrival.then((value) =>
        update(
          latest.current.map((row) =>
            row._id === _id ? { ...row, values: { ...row.values, [name]: value } } : row,
          ),
        ),
      );
      const before = reading.current;
      reading.current = added.then(() => before).catch(notifyError);
    },
  };
}

/** The fields of the rows, and the required ones that they lack: they could not be filled in otherwise. */
function useFields(rows: readonly PastedRow[]): readonly Field[] {
  const { find, resource, isWritable } = useResource();
  const names = rows.flatMap(({ texts }) => Object.keys(texts));
  const required = [...resource.fields.values()]
    .filter((field) => isRequired(field) && isWritable(field.name))
    .map(({ name }) => name);
  return [...new Set([...names, ...required])].flatMap((name) => find(name) ?? []);
}

/** Rows with problems come first. */
function rankOf(row: PastedRow, isValid: Check): number {
  if (!isValid(row)) return 0;
  return row.refusal === undefined ? 2 : 1;
}

/** What is wrong with a value; undefined if nothing is. */
export function saidOf(field: Field, { values, refused }: PastedRow): string | undefined {
  const unread = refused[field.name];
  const value = values[field.name];
  if (unread !== undefined || (value === undefined && !isRequired(field))) return unread;
  const checked = checkField(field, value);
  return 'problems' in checked ? problemsText(checked.problems) : undefined;
}

/** Whether a new record must be given a value. */
export function isRequired({
  required,
  readOnly,
  default: first,
  numbering,
  when,
}: Field): boolean {
  return required && !readOnly && first === undefined && !numbering && !when?.shown;
}

/**
 * The rows with the values that new records start with, as in the form: those of the list's filter, and in the fields of
 * a typed row also the defaults. What was pasted stays.
 */
function useStartedRows({ created, typed, mark }: PendingPaste): readonly PastedRow[] {
  const { writable, creates } = useResource();
  const { descriptor } = useConfig();
  const app = useTexts('app');
  const queries = useQueryClient();
  const given = useGivenByFilter();
  const textOf = (field: Field, value: unknown): string => {
    const options = uiOf(field).options?.(field, language(), app.values);
    const chosen = options?.find((option) => option.value === value);
    if (chosen) return chosen.label;
    const { text } = copyCell({ descriptor, queries }, field, value);
    return mark === 'comma' && isNumeric(field) ? text.replace('.', ',') : text;
  };
  const [rows] = useState(() => {
    const demanded = toDemandedValues(writable, creates, given);
    const columns = new Set(created.flatMap(({ texts }) => Object.keys(texts)));
    const start = typed ? toGivenValues(writable, creates, given) : demanded;
    const started = writable.filter(
      (field) =>
        !isSameJson(start[field.name] ?? null, emptyOf(field)) &&
        (field.name in demanded || columns.has(field.name)) &&
        (typed !== undefined || !columns.has(field.name)),
    );
    const values = Object.fromEntries(started.map(({ name }) => [name, start[name]]));
    const texts = started.map((field) => [field.name, textOf(field, start[field.name])] as const);
    return created.map((row) => ({
      ...row,
      texts: { ...row.texts, ...Object.fromEntries(texts) },
      values: { ...row.values, ...values },
    }));
  });
  return rows;
}
