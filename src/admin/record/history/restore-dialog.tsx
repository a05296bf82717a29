import { Alert, DialogContentText, useMediaQuery } from '@mui/material';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import { partnersOf } from '../../../descriptor/partners-of.ts';
import type { Field } from '../../../fields/type/field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import { messageOf, problemsOf } from '../../client/http.ts';
import { currentOf } from '../../client/record-json.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { useFieldLabel, useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import type { RecordForm } from '../use-record-form.ts';
import { useRefresh } from '../use-refresh.ts';
import { byField, RestoreList } from './restore-list.tsx';
import { ConflictNote, KeptFields, UnsavedNote } from './restore-notes.tsx';
import { usePastRecord } from './use-history.ts';
import { useRestore } from './use-restore.ts';
import type { PastRecord } from '../../../contract/past.ts';
import type { ResourceView } from '../../kit/as-of.ts';
import { hasPast, isSameValue } from './to-changes.ts';

type RestoreDialogProps = {
  /** The record as it is, which may change while the dialog is open. */
  record: RaRecord;
  work: RecordForm | undefined;
  version: number;
  /** The one field to restore; undefined: all that differ. */
  name: string | undefined;
  onClose: () => void;
};

/** Shows what a restore would change, lets the user leave fields out, and lists what the server holds against it. */
export function RestoreDialog(props: RestoreDialogProps) {
  const { work, version, name, onClose } = props;
  const texts = useTexts('history');
  const labelOf = useFieldLabel();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const [unsaved] = useState(() => Object.keys(work?.changes() ?? {}));
  const [dropsUnsaved, setDropsUnsaved] = useState(false);
  const restoration = useRestoration(props, (restored) => {
    // Lines that are edited with the record stay as entered.
    if (dropsUnsaved) work?.rebase(restored, {});
    onClose();
  });
  const { able, chosen, isBusy } = restoration;
  return (
    <DialogFrame
      title={
        name === undefined
          ? fillTemplate(texts.restoreTitle, { version })
          : fillTemplate(texts.restoreFieldTitle, { field: labelOf(name), version })
      }
      fullScreen={isNarrow}
      maxWidth="md"
      cancel={texts.cancel}
      action={
        able?.fields.length === 0
          ? undefined
          : fillTemplate(texts.restoreDo, { count: chosen.length })
      }
      isDisabled={chosen.length === 0}
      isLoading={isBusy}
      isBusy={isBusy}
      focus="cancel"
      onAction={() => restoration.restore(chosen)}
      onClose={onClose}
    >
      <RestoreContent {...props} {...restoration} />
      {able && unsaved.length > 0 && (
        <UnsavedNote names={unsaved} isDropped={dropsUnsaved} onChange={setDropsUnsaved} />
      )}
    </DialogFrame>
  );
}

type RestoreContentProps = Pick<RestoreDialogProps, 'record' | 'name'> &
  ReturnType<typeof useRestoration>;

function RestoreContent({ record, name, past, able, chosen, ...restoration }: RestoreContentProps) {
  const { error, isStale, trouble, conflicts, left, setLeft, restore } = restoration;
  const texts = useTexts('history');
  const { resource } = useResource();
  if (!past || !able) return <QueryState error={error} isPending loading={texts.loading} />;
  const rest = chosen.filter((field) => !conflicts.has(field.name));
  const leaveOut = (): void => {
    setLeft(new Set([...left, ...conflicts.keys()]));
    restore(rest);
  };
  // The server restores what is written together.
  const leave = (each: string, isLeft: boolean): void =>
    setLeft(
      [each, ...partnersOf(resource, each)].reduce<ReadonlySet<string>>(
        (set, one) => withMember(set, one, isLeft),
        left,
      ),
    );
  const lead = name === undefined ? texts.restoreLead : texts.restoreFieldLead;
  return (
    <>
      {isStale && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {texts.changedMeanwhile}
        </Alert>
      )}
      {trouble && (
        <ConflictNote
          message={trouble.message}
          count={[...conflicts.keys()].filter(Boolean).length}
          onLeaveOut={rest.length > 0 && rest.length < chosen.length ? leaveOut : undefined}
        />
      )}
      <DialogContentText sx={{ mb: 1.5 }}>
        {able.fields.length === 0 ? texts.nothingToRestore : lead}
      </DialogContentText>
      {able.fields.length > 0 && (
        <RestoreList
          fields={able.fields}
          {...{ record, past, conflicts, left }}
          onRestored={() => restore(chosen)}
          onLeave={name === undefined ? leave : undefined}
        />
      )}
      <KeptFields fields={able.locked} text={texts.stays} />
      <KeptFields fields={able.erased} text={texts.erasedStay} />
    </>
  );
}

type Trouble = { message: string; problems: readonly Problem[] };

/** What a restore would change, what the user leaves out of it, and what came in between. */
function useRestoration(
  { record, version, name }: RestoreDialogProps,
  onRestored: (restored: RaRecord) => void,
) {
  const view = useResource();
  const { data: past, error } = usePastRecord(view.resource, String(record.id), version);
  const send = useRestore();
  const refresh = useRefresh();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [opened] = useState(record._version as number);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const restore = async (fields: readonly Field[]): Promise<void> => {
    setBusy(true);
    setTrouble(undefined);
    try {
      onRestored(await send({ record, version, fields: fields.map((field) => field.name) }));
    } catch (failure) {
      const current = currentOf(failure);
      if (current) await refresh(current);
      else setTrouble({ message: messageOf(failure), problems: problemsOf(failure) });
    } finally {
      setBusy(false);
    }
  };
  const able = past && toRestorable(view, record, past, name);
  return {
    past,
    able,
    error,
    chosen: (able?.fields ?? []).filter((field) => !left.has(field.name)),
    left,
    setLeft,
    conflicts: byField(trouble?.problems ?? []),
    trouble,
    isBusy,
    isStale: record._version !== opened,
    restore: (fields: readonly Field[]) => void restore(fields),
  };
}

function withMember(set: ReadonlySet<string>, name: string, isIn: boolean): ReadonlySet<string> {
  return new Set(isIn ? [...set, name] : [...set].filter((each) => each !== name));
}

/** Compares the record as it is with a version; `name` leaves out all fields but this one and its partners. */
function toRestorable(
  { resource, readable, isWritable }: Pick<ResourceView, 'resource' | 'readable' | 'isWritable'>,
  record: Readonly<Record<string, unknown>>,
  past: Pick<PastRecord, 'record' | 'erased'>,
  name?: string,
) {
  const asked = name === undefined ? undefined : [name, ...partnersOf(resource, name)];
  const candidates = readable
    .filter(hasPast)
    .filter((field) => asked?.includes(field.name) ?? true);
  const isErased = (field: Field): boolean => past.erased.includes(field.name);
  const differing = candidates.filter(
    (field) => !isErased(field) && !isSameValue(record[field.name], past.record[field.name]),
  );
  return {
    fields: differing.filter((field) => isWritable(field.name)),
    /** Fields that the user may not write. */
    locked: differing.filter((field) => !isWritable(field.name)),
    /** Fields whose value of then an admin has erased. */
    erased: candidates.filter(isErased),
  };
}
