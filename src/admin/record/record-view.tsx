import { Box, useMediaQuery } from '@mui/material';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useGetOne, useNotify, type RaRecord } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useConfig } from '../client/config.tsx';
import { EditButton } from './form/cancel-editing.tsx';
import { useMoreSections } from './children/use-more-sections.tsx';
import { displayTitle } from '../../descriptor/title.ts';
import { useAsOf } from '../kit/as-of.ts';
import { useNoteOpened } from '../resource/kept-records.ts';
import { toCreatePath, toRecordPath } from '../kit/screen-paths.ts';
import { useResource } from '../kit/use-resource.ts';
import { DraftNote, draftKey, moveDraft, useHasDraft } from './drafts.tsx';
import { useEmptyFields } from './sections/empty-fields.tsx';
import { FieldView } from './form/field-slot.tsx';
import { toFormValues } from './form/form-values.ts';
import { PastFiles } from './past-files.tsx';
import { FormPresence, PresenceNote } from './presence-note.tsx';
import { RecordActions } from './record-actions.tsx';
import { RecordFormView } from './form/record-form.tsx';
import type { AfterSave } from './save-bar.tsx';
import { RecordHeader } from './record-header.tsx';
import { RecordBody } from './record-body.tsx';
import type { MoreSection } from './sections/section-links.tsx';
import { toLayout, type FieldSection } from './record-layout.ts';
import { useRecordPlace } from './record-place.ts';
import { RecordSkeleton, RecordError, RecordMoment } from './record-states.tsx';
import { useEditing } from './form/use-editing.ts';
import { useSection } from './sections/use-section.ts';
import { statesOfRecord, withoutHidden } from './form/use-field-states.ts';
import { useRecordForm } from './use-record-form.ts';
import { useRecordRights } from './use-record-rights.ts';
import { Hint } from '../kit/hint.tsx';
import { replaceable } from '../kit/screens/replaceable.tsx';
import { useTexts } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** One record to change or, without the permission, to read; on its page or beside its list. */
export const RecordView = replaceable({
  part: 'record',
  Usual: UsualRecord,
  toProps: ({ id }) => ({ id }),
});

function UsualRecord({ id }: { id: string }) {
  const { resource } = useResource();
  const asOf = useAsOf();
  const { data, error, refetch } = useGetOne(
    resource.name,
    { id, meta: asOf === undefined ? undefined : { asOf } },
    // A refetch must not replace what the user is typing.
    { refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  const current = asOf === undefined ? data : undefined;
  const trouble = useLastTrouble(error);
  const mayNow = useRecordRights(current);
  useLeaveUnseen(current);
  useNoteOpened(resource, current?.id === id ? current : undefined);
  // The record was merged into another one, which the server returns instead.
  if (data && data.id !== id) return <Merged from={id} into={data.id} />;
  if (data && asOf !== undefined) return <RecordThen record={data} />;
  if (data) return mayNow('update') ? <RecordEdit record={data} /> : <RecordRead record={data} />;
  if (trouble === null) return <RecordSkeleton />;
  return <RecordError id={id} error={trouble} onRetry={() => void refetch()} />;
}

/** To read again what was not there begins as if it was never asked for. What stands in its place stays until the answer. */
function useLastTrouble(error: unknown): unknown {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  return last;
}

/** Goes back to the list when the user has taken a step that leads out of what their role sees. */
function useLeaveUnseen(record: RaRecord | undefined): void {
  const { resource, sees } = useResource();
  const notify = useNotify();
  const { leave } = useRecordPlace();
  const texts = useTexts('app');
  const seen = useRef<RaRecord['id']>(undefined);
  const isSeen = record === undefined || sees(record);
  useEffect(() => {
    if (record === undefined) return;
    if (isSeen) seen.current = record.id;
    else if (seen.current === record.id) {
      seen.current = undefined;
      notify(fillTemplate(texts.form.outOfSight, { title: displayTitle(resource, record) }));
      void leave();
    }
  }, [record, isSeen, resource, notify, leave, texts]);
}

/** Moves what the user typed for a merged record to the record that stays. */
function Merged({ from, into }: { from: string; into: RaRecord['id'] }) {
  const { user } = useConfig();
  const { resource } = useResource();
  const navigate = useNavigate();
  useEffect(() => {
    const keyOf = (id: RaRecord['id']): string => draftKey(user._id, resource.name, id);
    moveDraft(keyOf(from), keyOf(into));
    void navigate(toRecordPath(resource, into), { replace: true });
  }, [from, into, user, resource, navigate]);
  return null;
}

function RecordEdit({ record }: { record: RaRecord }) {
  const view = useResource();
  const navigate = useNavigate();
  const { state, leave } = useRecordPlace();
  const sections = useLayout();
  const initial = useMemo(() => toFormValues(view.readable, record), [view, record]);
  const work = useRecordForm(record, initial);
  const editing = useEditing(useHasDraft(record.id));
  const more = useMoreSections(record, work, editing.isEditing);
  const [section, setSection] = useSection(keysOf(sections, more));
  const isPhone = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));

  const go = (_: RaRecord, then: AfterSave): void => {
    if (then === 'close') void leave();
    if (then === 'another') void navigate(toCreatePath(view.resource), { state });
  };
  return (
    <>
      <RecordHeader
        record={work.base ?? record}
        others={<FormPresence work={work} id={record.id} />}
      >
        <RecordActions record={work.base ?? record} onDeleted={() => work.rebase(work.latest())} />
        {!isPhone && (
          // Its place stays empty: a double click must not reach what would move there, such as Delete.
          <Box sx={{ display: 'flex', visibility: editing.isEditing ? 'hidden' : undefined }}>
            <EditButton onEdit={() => editing.start()} />
          </Box>
        )}
      </RecordHeader>
      <RecordFormView
        work={work}
        read={record}
        editing={editing}
        sections={sections}
        section={section}
        more={more}
        onSection={setSection}
        onSaved={go}
      />
    </>
  );
}

/** The record as it was; what it is connected with is only known as it is. */
function RecordThen({ record }: { record: RaRecord }) {
  return (
    <PastFiles id={String(record.id)}>
      <RecordHeader record={record}>{null}</RecordHeader>
      <RecordMoment id={record.id} />
      <Reading record={record} more={nothingMore} />
    </PastFiles>
  );
}

const nothingMore = [] as const;

/** The record for those who may not change it. */
function RecordRead({ record }: { record: RaRecord }) {
  const { may } = useResource();
  const texts = useTexts('app');
  const more = useMoreSections(record);
  return (
    <>
      <RecordHeader record={record} others={<PresenceNote id={record.id} />}>
        <RecordActions record={record} onDeleted={() => undefined} />
      </RecordHeader>
      <DraftNote id={record.id} />
      {may('update') && (
        <Hint role="note" sx={{ mb: 1 }}>
          {texts.form.notYours}
        </Hint>
      )}
      <Reading record={record} more={more} />
    </>
  );
}

/** The values of a record, to read. */
function Reading({ record, more }: { record: RaRecord; more: readonly MoreSection[] }) {
  const { resource } = useResource();
  const sections = withoutHidden(useLayout(), statesOfRecord(resource, record));
  const [section, setSection] = useSection(keysOf(sections, more));
  const empty = useEmptyFields(sections, record, true);
  return (
    <RecordBody
      record={record}
      fields={empty.sections}
      more={more}
      current={section}
      onChange={setSection}
      after={empty.button}
    >
      {(field, span) => <FieldView key={field.name} field={field} span={span} record={record} />}
    </RecordBody>
  );
}

function keysOf(...sections: readonly (readonly { key: string }[])[]): string[] {
  return sections.flat().map(({ key }) => key);
}

function useLayout(): readonly FieldSection[] {
  const view = useResource();
  return useMemo(() => toLayout(view), [view]);
}
