import { Alert, Box, Button, DialogContentText, useMediaQuery } from '@mui/material';
import { useEffect, useState } from 'react';
import { useGetManyAggregate, type RaRecord, useNotify } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { titlesMeta, useReferences } from '../../fields/type/reference-context.tsx';
import { FilesOfVersions } from '../resource/file-places.tsx';
import { DialogFrame } from '../kit/dialog-frame.tsx';
import { isEmptyValue } from '../../fields/is-empty-value.ts';
import { Status } from '../kit/status/status.tsx';
import { useLineCount } from './children/inline-lists.ts';
import type { RecordForm } from './use-record-form.ts';
import { toConflicts, toMerged, type ConflictChoice } from './form/conflict.ts';
import { ChangeStamp } from './record-header.tsx';
import { ConflictGrid } from './form/conflict-grid.tsx';
import type { SaveConflict } from './form/use-save.ts';
import { Hint } from '../kit/hint.tsx';
import { useTexts } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

type NewerVersionNoticeProps = {
  work: RecordForm;
  /** The record as last read. */
  read: RaRecord;
  onShow: (current: RaRecord) => void;
};

/**
 * Takes over a newer version of the record at once if the user has typed nothing. Otherwise what they typed
 * stays, and a note tells them who changed the record and offers both versions.
 */
export function NewerVersionNotice({ work, read, onShow }: NewerVersionNoticeProps) {
  const texts = useTexts('app');
  useWatch({ control: work.form.control });
  useLineCount(work);
  const isNewer = (read._version as number) > (work.latest()?._version as number);
  const isDirty = work.isDirty();
  useEffect(() => {
    if (isNewer && !isDirty) work.rebase(read);
  }, [isNewer, isDirty, read, work]);
  const message = useWhoChanged(read, isNewer && isDirty);
  return (
    <Box component={Status}>
      {message !== undefined && (
        <Alert
          // The status around it announces it; an alert would interrupt what the user is typing.
          role="none"
          severity="info"
          sx={{ mb: 1.5 }}
          action={
            <Button color="inherit" size="small" onClick={() => onShow(read)}>
              {texts.conflict.show}
            </Button>
          }
        >
          {message}
        </Alert>
      )}
    </Box>
  );
}

/** The whole sentence, once the name is known: screen readers announce a region that is mended in halves. */
function useWhoChanged({ updatedBy }: RaRecord, isAsked: boolean): string | undefined {
  const texts = useTexts('app');
  const { mayRead, titleOf } = useReferences();
  const isKnown = isAsked && !isEmptyValue(updatedBy) && mayRead('users');
  const { data, isLoading } = useGetManyAggregate(
    'users',
    { ids: [updatedBy as string], meta: titlesMeta },
    { enabled: isKnown },
  );
  if (!isAsked || (isKnown && isLoading)) return undefined;
  const who = isKnown ? data?.[0] : undefined;
  const by = who ? ` ${texts.form.by} ${titleOf('users', who)}` : '';
  return `${texts.conflict.title}${by}. ${texts.conflict.kept}`;
}

type ConflictDialogProps = {
  work: RecordForm;
  meanwhile: SaveConflict;
  isSaving: boolean;
  /** Saves the form, which by then holds the chosen values on top of the newer record. */
  onSave: () => void;
  onClose: () => void;
};

/** Both versions side by side, with a choice for each field that differs. */
export function ConflictDialog({
  work,
  meanwhile,
  isSaving,
  onSave,
  onClose,
}: ConflictDialogProps) {
  const { current, changes } = meanwhile;
  const texts = useTexts('app');
  const notify = useNotify();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const [conflicts, setConflicts] = useState(() =>
    toConflicts(work.fields, { base: work.base ?? {}, current, changes }),
  );
  const open = conflicts.filter((conflict) => conflict.chosen === undefined).length;
  const choose = (chosen: ConflictChoice, name?: string): void =>
    setConflicts(
      conflicts.map((conflict) =>
        (name === undefined || conflict.name === name) && !(conflict.isTheirs && name === undefined)
          ? { ...conflict, chosen }
          : conflict,
      ),
    );

  const save = (): void => {
    const merged = toMerged(conflicts);
    work.rebase(current, merged);
    onClose();
    if (work.isDirty()) onSave();
    else notify(texts.conflict.theirsTaken);
  };

  return (
    <DialogFrame
      title={<ChangedBy record={current} />}
      maxWidth="md"
      fullScreen={isNarrow}
      beside={
        <Hint component={Status} sx={{ mr: 'auto', pl: 2 }}>
          {open > 0 && fillTemplate(texts.conflict.open, { count: open })}
        </Hint>
      }
      cancel={texts.conflict.back}
      action={texts.form.save}
      isDisabled={open > 0}
      isLoading={isSaving}
      onAction={save}
      onClose={onClose}
    >
      <DialogContentText sx={{ mb: 2 }}>{texts.conflict.lead}</DialogContentText>
      <FilesOfVersions id={current['_id'] as string} now={current} before={work.base ?? {}}>
        <ConflictGrid conflicts={conflicts} onChoose={choose} />
      </FilesOfVersions>
    </DialogFrame>
  );
}

function ChangedBy({ record }: { record: SaveConflict['current'] }) {
  const texts = useTexts('app');
  return (
    <>
      {texts.conflict.title}
      <Hint component="div">
        <ChangeStamp
          what={texts.conflict.changedAt}
          record={record}
          at="updatedAt"
          by="updatedBy"
        />
      </Hint>
    </>
  );
}
