import { type AfterSave, SaveBar } from '../save-bar.tsx';
import { Box, useMediaQuery } from '@mui/material';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { NewerVersionNotice, ConflictDialog } from '../conflict-dialog.tsx';
import { DraftNote, useKeptDraft } from '../drafts.tsx';
import { FieldInput, FieldView } from './field-slot.tsx';
import type { Values } from './form-values.ts';
import type { FieldSection } from '../record-layout.ts';
import { EditButton, useCancel } from './cancel-editing.tsx';
import { useEmptyFields } from '../sections/empty-fields.tsx';
import { RecordBody } from '../record-body.tsx';
import type { MoreSection } from '../sections/section-links.tsx';
import type { Editing } from './use-editing.ts';
import { RootProblem, useFirstInvalid } from './form-problems.tsx';
import { UnsavedChanges } from '../../kit/unsaved-changes.tsx';
import {
  toAskedField,
  useFieldStates,
  useDependentChecks,
  withoutHidden,
} from './use-field-states.ts';
import type { RecordForm } from '../use-record-form.ts';
import { useHints } from './use-hints.ts';
import { useSave } from './use-save.ts';
import { InputsFrame } from '../../resource/inputs-frame.tsx';
import { useResource } from '../../kit/use-resource.ts';

type RecordFormViewProps = {
  work: RecordForm;
  /** The record as last read; none for a new one. */
  read?: RaRecord;
  /** Whether the values are shown as inputs; a new record always has inputs. */
  editing?: Editing;
  sections: readonly FieldSection[];
  /** The number of the section that the address names. */
  section: number;
  /** Child lists and others, after the sections of fields. */
  more?: readonly MoreSection[];
  onSection: (section: number) => void;
  /** What follows a save that was not "save and stay". */
  onSaved: (record: RaRecord, then: AfterSave) => void;
};

/** The one form of every resource: its sections, its buttons, and what can happen while it is open. */
export function RecordFormView(props: RecordFormViewProps) {
  const { work, read, editing, sections, onSaved } = props;
  const { isWritable } = useResource();
  const isEditing = editing?.isEditing ?? true;
  // At the foot, where the thumb reaches it.
  const isPhone = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const { form, base } = work;
  useKeptDraft(work);
  const element = useRef<HTMLFormElement>(null);
  const saving = useSave(work, useFirstInvalid({ ...props, element }));
  const save = (then: AfterSave): void =>
    saving.save((record) => {
      if (then === 'stay') editing?.stop();
      onSaved(record, then);
    });

  const cancel = useCancel(work, editing);
  const press = (event: KeyboardEvent): void => {
    if (!isEditing) return;
    if (event.key === 's' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save('stay');
    } else if (event.key === 'Escape' && editing && !event.defaultPrevented) {
      // The next one closes the side panel.
      event.stopPropagation();
      cancel.ask();
    }
  };

  return (
    <InputsFrame form={form} record={base}>
      <Box
        component="form"
        ref={element}
        noValidate
        onKeyDown={press}
        onSubmit={(event) => {
          event.preventDefault();
          if (isEditing) save('stay');
        }}
      >
        <DraftNote id={base?.id} work={work} onApply={editing?.start} />
        {read && !saving.isSaving && (
          <NewerVersionNotice work={work} read={read} onShow={saving.show} />
        )}
        <RootProblem work={work} sections={sections} isWritable={isWritable} />
        <div ref={editing?.setFrame}>
          <Fields
            {...props}
            bar={
              isEditing ? (
                <SaveBar
                  work={work}
                  isSaving={saving.isSaving}
                  onSave={save}
                  onCancel={editing && cancel.ask}
                />
              ) : (
                isPhone && <EditButton onEdit={() => editing?.start()} />
              )
            }
          />
        </div>
      </Box>
      <UnsavedChanges isDirty={work.isDirty} onLeave={() => work.rebase(work.latest())} />
      {cancel.dialog}
      {saving.meanwhile && (
        <ConflictDialog
          work={work}
          meanwhile={saving.meanwhile}
          isSaving={saving.isSaving}
          onSave={() => save('stay')}
          onClose={saving.dismiss}
        />
      )}
    </InputsFrame>
  );
}

function Fields({ work, editing, ...props }: RecordFormViewProps & { bar: ReactNode }) {
  const { base } = work;
  const view = useResource();
  const { sections, section, onSection, more, bar } = props;
  const isEditing = editing?.isEditing ?? true;
  const { errors } = useFormState<Values>();
  const states = useFieldStates(work);
  useHints(work, isEditing);
  useDependentChecks(work);
  const shown = withoutHidden(sections, states);
  const values = base ?? work.initial();
  const empty = useEmptyFields(shown, values, !isEditing);
  return (
    <RecordBody
      record={base}
      fields={empty.sections}
      more={more}
      current={Math.min(section, shown.length + (more?.length ?? 0) - 1)}
      onChange={onSection}
      problems={({ fields }) => fields.filter(({ name }) => errors[name] !== undefined).length}
      after={empty.button}
      bar={bar}
    >
      {(field, span) => {
        const { name } = field;
        const { inputField, isStuck } = toAskedField(view, field, { base, states });
        if (inputField && isEditing)
          return (
            <FieldInput key={name} field={inputField} span={span} isNew={base === undefined} />
          );
        return (
          <FieldView
            key={name}
            field={field}
            span={span}
            record={values}
            onEdit={inputField && !isEditing ? editing?.start : undefined}
            isAmongInputs={isEditing}
            isStuck={isStuck}
          />
        );
      }}
    </RecordBody>
  );
}
