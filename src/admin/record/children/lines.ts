import { setSubmissionErrors, type RaRecord } from 'react-admin';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { toMergePatch } from '../../../descriptor/merge-patch.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import { toRecord } from '../../client/record-json.ts';
import { toFormErrors } from '../../client/form-errors.ts';
import { createSignal } from '../../client/page-state.ts';
import { problemText } from '../../messages/problem-text.ts';
import type { Values } from '../form/form-values.ts';
import type { RecordForm } from '../use-record-form.ts';
import type { Entry, InlineList } from './inline-lists.ts';

/** A row of the table of lines. The values in its inputs are in a form of its own. */
export type Line = {
  key: string;
  /** The stored line as it was read; none for a new one. */
  record?: RaRecord | undefined;
  /** What its form starts with on top of the record or the defaults. */
  typed?: Values | undefined;
  /** The `_id` of the line that a new one is a copy of: it is saved, though the user has not changed anything. */
  copyOf?: string;
  isRemoved?: boolean;
  /** What somebody else saved meanwhile, or that they deleted the line. */
  theirs?: RaRecord | 'deleted' | undefined;
};

export type Lines = ReturnType<typeof createLines>;

/**
 * The lines of one list: those that are stored, and what the user does to them. `place` is the field that stores the
 * order, if users set it by hand.
 */
export function createLines(resource: Resource, touch: () => void, place?: string) {
  let lines: readonly Line[] = [];
  let stored: readonly RaRecord[] = [];
  let copied: readonly Required<Pick<Line, 'typed' | 'copyOf'>>[] = [];
  let number = 0;
  let sent: readonly string[] = [];
  const forms = new Map<string, RecordForm>();
  const changes = createSignal();

  const set = (next: readonly Line[]): void => {
    lines = next;
    changes.send();
    touch();
  };
  const toKey = (): string => `line-${++number}`;
  const placeOf = ({ key, record, typed }: Line): number | undefined => {
    if (place === undefined) return undefined;
    const value = forms.get(key)?.form.getValues(place) ?? typed?.[place] ?? record?.[place];
    return typeof value === 'number' ? value : undefined;
  };
  /** Those without a place come last, in the order in which they were created. */
  const inOrder = (unordered: readonly Line[]): readonly Line[] =>
    place === undefined
      ? unordered
      : unordered.toSorted(
          (one, other) => (placeOf(one) ?? Infinity) - (placeOf(other) ?? Infinity) || 0,
        );
  /** The place of a new line; none behind lines without one, which it would pass. */
  const nextPlace = (): number | undefined => {
    const places = lines.map(placeOf);
    return places.every((each) => each !== undefined) ? Math.max(0, ...places) + 1 : undefined;
  };

  /** Gives the moved line the place after the one before it, and moves on the lines that have no room left. */
  function placeInOrder(moved: string): void {
    if (place === undefined) return;
    let last = 0;
    const next = lines.map((line): Line => {
      if (line.isRemoved) return line;
      const has = placeOf(line);
      const isKept = line.key !== moved && has !== undefined && has > last;
      last = isKept ? has : last + 1;
      if (isKept || has === last) return line;
      const form = forms.get(line.key)?.form;
      form?.setValue(place, last);
      return form ? line : { ...line, typed: { ...line.typed, [place]: last } };
    });
    set(next);
  }

  const change = (key: string, values: Partial<Line>): void =>
    set(lines.map((line) => (line.key === key ? { ...line, ...values } : line)));
  const isChanged = ({ key, record, isRemoved, typed }: Line): boolean =>
    record === undefined ||
    isRemoved === true ||
    (forms.get(key)?.isDirty() ?? typed !== undefined);
  const changed = (): Line[] => lines.filter(isChanged);

  const toEntry = (line: Line, isDraft: boolean): Entry => {
    const { key, record, typed = {}, isRemoved } = line;
    const form = forms.get(key);
    if (record === undefined) return form?.values() ?? typed;
    const base = form?.latest() ?? record;
    const own = { _id: base.id, _version: base._version as number };
    if (isRemoved) return { ...own, _delete: true };
    const values = form?.changes() ?? typed;
    return { ...own, ...(isDraft ? values : toMergePatch(base, values)) };
  };

  /** Continues from what somebody else saved, with the changes of the user or without. */
  const rebase = (line: Line, record: RaRecord, isMine: boolean): void => {
    const form = forms.get(line.key);
    form?.rebase(record, isMine ? form.changes() : undefined);
    change(line.key, { record, theirs: undefined, ...(!isMine && { isRemoved: false }) });
  };

  const isEntered = (line: Line): boolean =>
    line.copyOf !== undefined ? forms.get(line.key)?.isDirty() === true : isChanged(line);

  const own: InlineList = {
    count: () => lines.filter(isEntered).length,
    problems: () =>
      [...forms.values()].reduce((sum, { form, fields }) => {
        const names = [...fields.map(({ name }) => name), 'root'];
        return sum + names.filter((name) => form.getFieldState(name).error).length;
      }, 0),
    drafts: () => changed().map((line) => toEntry(line, true)),
    restore(drafts) {
      const isHere = (id: unknown): boolean => lines.some(({ record }) => record?.id === id);
      const left = drafts.filter(({ _id }) => _id === undefined || !isHere(_id));
      const existing = lines.map((line): Line => {
        const draft = drafts.find(({ _id }) => _id !== undefined && _id === line.record?.id);
        if (!draft) return line;
        const { _id, _version, _delete, ...typed } = draft;
        return { ...line, key: toKey(), typed, isRemoved: _delete === true };
      });
      // A line that somebody deleted meanwhile comes back as a new one.
      const added = left
        .filter(({ _delete }) => _delete !== true)
        .map(({ _id, _version, ...typed }): Line => ({ key: toKey(), typed }));
      set(inOrder([...existing, ...added]));
    },
    async check() {
      const results = changed()
        .filter(({ isRemoved }) => !isRemoved)
        .map(async ({ key }) => {
          const { form, settleUploads } = forms.get(key) ?? {};
          let isValid = false;
          form?.clearErrors('root');
          const missing = (await settleUploads?.()) ?? {};
          await form?.handleSubmit(() => void (isValid = true))();
          if (form) setSubmissionErrors(missing, form.setError);
          return isValid && Object.keys(missing).length === 0;
        });
      return (await Promise.all(results)).every(Boolean);
    },
    send() {
      const sending = changed();
      sent = sending.map(({ key }) => key);
      return sending.map((line) => toEntry(line, false));
    },
    refuse(problems, stale) {
      for (const [index, key] of sent.entries()) showProblems(key, ofLine(problems, index));
      for (const { path, current } of stale)
        change(sent[Number(path)]!, { theirs: toRecord(current) });
    },
    reset() {
      forms.clear();
      set([
        ...stored.map((record) => ({ key: toKey(), record })),
        ...copied.map((copy) => ({ key: toKey(), ...copy })),
      ]);
    },
  };

  function showProblems(key: string, problems: readonly Problem[]): void {
    const form = forms.get(key)?.form;
    const isStored = lines.some((line) => line.key === key && line.record !== undefined);
    if (isStored && problems.some(({ code, path }) => code === 'S001' && path === ''))
      return markDeleted(key);
    // The line itself shows what somebody else saved.
    const shown = problems.filter(({ code }) => code !== 'S003');
    if (!form || shown.length === 0) return;
    setSubmissionErrors(toFormErrors(resource, shown, problemText), form.setError);
    touch();
  }

  /** What the user wanted to delete needs no decision any more. */
  function markDeleted(key: string): void {
    set(
      lines
        .filter((line) => line.key !== key || !line.isRemoved)
        .map((line) => (line.key === key ? { ...line, theirs: 'deleted' } : line)),
    );
  }

  return {
    ...own,
    listen: changes.listen,
    touch,
    all: () => lines,
    /** The form of a line, while it is drawn. */
    connect(key: string, form: RecordForm): () => void {
      forms.set(key, form);
      touch();
      return () => void (forms.get(key) === form && forms.delete(key));
    },
    add(): string {
      const key = toKey();
      const next = nextPlace();
      const isPlaced = place !== undefined && next !== undefined;
      set([...lines, { key, ...(isPlaced && { typed: { [place]: next } }) }]);
      return key;
    },
    /** Moves a line to another index of `all`, which the fields that store the order then say. */
    move(key: string, to: number): void {
      const line = lines.find((each) => each.key === key);
      if (!line || lines[to] === undefined) return;
      set(lines.filter((each) => each !== line).toSpliced(to, 0, line));
      placeInOrder(key);
    },
    /** A new line disappears; a stored one is deleted with the next save. */
    remove: (key: string): void =>
      lines.find((line) => line.key === key)?.record
        ? change(key, { isRemoved: true })
        : set(lines.filter((line) => line.key !== key)),
    undoRemoval: (key: string): void => change(key, { isRemoved: false }),
    /** Begins with lines as in the original of a copied record. */
    copy(originals: typeof copied): void {
      copied = originals;
      own.reset();
    },
    /** Takes over what others saved in lines that the user has not changed, and shows it in the others. */
    follow(records: readonly RaRecord[]): void {
      const isFirst = stored.length === 0 && lines.length === 0;
      const before = new Set(stored.map(({ id }) => id));
      stored = records;
      if (isFirst) return set(inOrder(records.map((record) => ({ key: toKey(), record }))));
      const followed = lines.flatMap((line): Line[] => {
        if (!line.record) return [line];
        const base = forms.get(line.key)?.latest() ?? line.record;
        const now = records.find(({ id }) => id === base.id);
        if (!now) return isChanged(line) && !line.isRemoved ? [{ ...line, theirs: 'deleted' }] : [];
        if ((now._version as number) <= (base._version as number)) return [line];
        if (isChanged(line)) return [{ ...line, theirs: now }];
        forms.get(line.key)?.rebase(now);
        return [{ ...line, record: now }];
      });
      const added = records.filter(({ id }) => !before.has(id));
      return set(inOrder([...followed, ...added.map((record) => ({ key: toKey(), record }))]));
    },
    keepMine(line: Line): void {
      const { key, theirs } = line;
      if (theirs === undefined) return;
      if (theirs !== 'deleted') return rebase(line, theirs, true);
      const { fields = [], form } = forms.get(key) ?? {};
      const typed = Object.fromEntries(fields.map(({ name }) => [name, form?.getValues(name)]));
      set(lines.map((each) => (each === line ? { key: toKey(), typed } : each)));
    },
    takeTheirs(line: Line): void {
      if (line.theirs === 'deleted') set(lines.filter((each) => each !== line));
      else if (line.theirs) rebase(line, line.theirs, false);
    },
  };
}

/** The problems of the line at a place, with the paths of its own fields. */
function ofLine(problems: readonly Problem[], index: number): Problem[] {
  return problems.flatMap((each) => {
    const [place, ...rest] = each.path.split('.');
    return place === String(index) ? [{ ...each, path: rest.join('.') }] : [];
  });
}
