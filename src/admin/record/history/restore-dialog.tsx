import { Alert, DialogContentText, useMediaQuery } from '@mui/material';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import type { Field } from '../../../fields/type/field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import { messageOf, problemsOf } from '../../client/http.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { useFieldLabel, useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import type { RecordForm } from '../use-record-form.ts';
import { useRefresh } from '../use-refresh.ts';
import { byField, RestoreList } from './restore-list.tsx';
import { ConflictNote, KeptFields, UnsavedNote } from './restore-notes.tsx';
import { usePastRecord } from './use-history.ts';
import { currentOf, useRestore } from './use-restore.ts';
import type { PastRecord } from '../../../contract/past.ts';
import type { ResourceView } from '../../kit/as-of.ts';
import { hasPast } from './has-past.ts';
import { isSameValue } from './to-changes.ts';

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
export function RestoreDialog({ record, work, version, name, onClose }: RestoreDialogProps) {
  const texts = useTexts('history');
  const labelOf = useFieldLabel();
  const view = useResource();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const { data: past, error } = usePastRecord(view.resource, String(record.id), version);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [unsaved] = useState(() => Object.keys(work?.changes() ?? {}));
  const [dropsUnsaved, setDropsUnsaved] = useState(false);
  const { run, isBusy, isStale, trouble } = useRestoreRun(record);

  const able = past && toRestorable(view, record, past, name);
  const chosen = (able?.fields ?? []).filter((field) => !left.has(field.name));
  const conflicts = byField(trouble?.problems ?? []);
  const rest = chosen.filter((field) => !conflicts.has(field.name));
  const restore = async (fields: readonly Field[]): Promise<void> => {
    const restored = await run(
      version,
      fields.map((field) => field.name),
    );
    if (!restored) return;
    // Lines that are edited with the record stay as entered.
    if (dropsUnsaved) work?.rebase(restored, {});
    onClose();
  };
  const leaveOut = (): void => {
    setLeft(new Set([...left, ...conflicts.keys()]));
    void restore(rest);
  };
  const lead = name === undefined ? texts.restoreLead : texts.restoreFieldLead;
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
      onAction={() => void restore(chosen)}
      onClose={onClose}
    >
      {!past || !able ? (
        <QueryState error={error} isPending loading={texts.loading} />
      ) : (
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
              record={record}
              past={past}
              conflicts={conflicts}
              left={left}
              onRestored={() => void restore(chosen)}
              onLeave={
                name === undefined
                  ? (each, isLeft) => setLeft(withMember(left, each, isLeft))
                  : undefined
              }
            />
          )}
          <KeptFields fields={able.locked} text={texts.stays} />
          <KeptFields fields={able.erased} text={texts.erasedStay} />
          {unsaved.length > 0 && (
            <UnsavedNote names={unsaved} isDropped={dropsUnsaved} onChange={setDropsUnsaved} />
          )}
        </>
      )}
    </DialogFrame>
  );
}

type Trouble = { message: string; problems: readonly Problem[] };

/** Sends the restore, and says what came in between. */
function useRestoreRun(record: RaRecord) {
  const restore = useRestore();
  const refresh = useRefresh();
  const [opened] = useState(record._version as number);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const run = async (version: number, fields: readonly string[]) => {
    setBusy(true);
    setTrouble(undefined);
    try {
      return await restore({ record, version, fields });
    } catch (error) {
      const current = currentOf(error);
      if (current) await refresh(current);
      else setTrouble({ message: messageOf(error), problems: problemsOf(error) });
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy, isStale: record._version !== opened, trouble };
}

function withMember(set: ReadonlySet<string>, name: string, isIn: boolean): ReadonlySet<string> {
  return new Set(isIn ? [...set, name] : [...set].filter((each) => each !== name));
}

/** What a restore would change, and what it cannot. */
type Restorable = {
  fields: readonly Field[];
  /** Fields that the user may not write. */
  locked: readonly Field[];
  /** Fields whose value of then an admin has erased. */
  erased: readonly Field[];
};

/** Compares the record as it is with a version; `name` leaves out all other fields. */
function toRestorable(
  { readable, isWritable }: Pick<ResourceView, 'readable' | 'isWritable'>,
  record: Readonly<Record<string, unknown>>,
  past: Pick<PastRecord, 'record' | 'erased'>,
  name?: string,
): Restorable {
  const candidates = readable
    .filter(hasPast)
    .filter((field) => name === undefined || field.name === name);
  const isErased = (field: Field): boolean => past.erased.includes(field.name);
  const differing = candidates.filter(
    (field) => !isErased(field) && !isSameValue(record[field.name], past.record[field.name]),
  );
  return {
    fields: differing.filter((field) => isWritable(field.name)),
    locked: differing.filter((field) => !isWritable(field.name)),
    erased: candidates.filter(isErased),
  };
}
