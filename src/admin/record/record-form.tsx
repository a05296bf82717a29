import { Box, Paper } from '@mui/material';
import { useMemo, useRef, type KeyboardEvent } from 'react';
import type { RaRecord } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { NewerVersionNotice, ConflictDialog } from './conflict-dialog.tsx';
import { DraftNote, useKeptDraft } from './drafts.tsx';
import { FieldInput, FieldView } from './field-slot.tsx';
import { asRequired } from './form-rules.ts';
import type { Values } from './form-values.ts';
import type { FormTab } from './record-layout.ts';
import { RecordTabs, type MoreTab } from './record-tabs.tsx';
import { RootProblem, useFirstInvalid } from './form-problems.tsx';
import { SaveBar, UnsavedChanges } from './save-bar.tsx';
import { useFieldStates, useDependentChecks, withoutHidden } from './use-field-states.ts';
import type { RecordForm } from './use-record-form.ts';
import { useSave } from './use-save.ts';
import { InputsFrame } from '../kit/inputs-frame.tsx';
import { useResource } from '../kit/use-resource.ts';

type RecordFormViewProps = {
  work: RecordForm;
  /** The record as last read; none for a new one. */
  read?: RaRecord;
  tabs: readonly FormTab[];
  tab: number;
  /** Child lists, after the tabs of fields. */
  more?: readonly MoreTab[];
  onTab: (tab: number) => void;
  /** What follows a save that was not "save and stay". */
  onSaved: (record: RaRecord, then: AfterSave) => void;
};

export type AfterSave = 'stay' | 'close' | 'another';

/** The one form of every resource: its tabs, its buttons, and what can happen while it is open. */
export function RecordFormView({
  work,
  read,
  tabs,
  tab,
  more,
  onTab,
  onSaved,
}: RecordFormViewProps) {
  const { isWritable } = useResource();
  const { form, base } = work;
  useKeptDraft(work);
  const element = useRef<HTMLFormElement>(null);
  const showFirstInvalid = useFirstInvalid({ form, tabs, onTab, element });
  const saving = useSave(work, showFirstInvalid);
  const save = (then: AfterSave): void => saving.save((record) => onSaved(record, then));

  const saveByKey = (event: KeyboardEvent): void => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save('stay');
  };

  return (
    <InputsFrame form={form} record={base}>
      <Box
        component="form"
        ref={element}
        noValidate
        onKeyDown={saveByKey}
        onSubmit={(event) => {
          event.preventDefault();
          save('stay');
        }}
      >
        <DraftNote id={base?.id} work={work} />
        {read && !saving.isSaving && (
          <NewerVersionNotice work={work} read={read} onShow={saving.show} />
        )}
        <Paper variant="outlined">
          <RootProblem work={work} tabs={tabs} isWritable={isWritable} />
          <Fields
            work={work}
            tabs={tabs}
            tab={tab}
            more={more}
            onTab={onTab}
            isWritable={isWritable}
          />
        </Paper>
        <SaveBar work={work} isSaving={saving.isSaving} onSave={save} />
      </Box>
      <UnsavedChanges isDirty={work.isDirty} onLeave={() => work.rebase(work.latest())} />
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

type FieldsProps = Pick<RecordFormViewProps, 'work' | 'tabs' | 'tab' | 'onTab'> & {
  more: readonly MoreTab[] | undefined;
  isWritable: (name: string) => boolean;
};

function Fields({ work, tabs, tab, more = [], onTab, isWritable }: FieldsProps) {
  const { base } = work;
  const { errors } = useFormState<Values>();
  const states = useFieldStates(work);
  useDependentChecks(work);
  // A new record has no values yet in fields that nobody writes.
  const laid = useMemo(
    () =>
      base
        ? tabs
        : tabs
            .map((one) => ({ ...one, fields: one.fields.filter(({ name }) => isWritable(name)) }))
            .filter(({ fields }) => fields.length > 0),
    [base, tabs, isWritable],
  );
  const shown = withoutHidden(laid, states);
  return (
    <RecordTabs
      tabs={shown}
      more={more}
      current={Math.min(tab, shown.length + more.length - 1)}
      onChange={onTab}
      problems={({ fields }) => fields.filter(({ name }) => errors[name] !== undefined).length}
    >
      {(field, span) => {
        const { name } = field;
        const state = states.get(name);
        if (isWritable(name) && !state?.readOnly) {
          const asked = state?.required ? asRequired(field) : field;
          return <FieldInput key={name} field={asked} span={span} />;
        }
        const value = (base ?? work.initial())[name];
        return <FieldView key={name} field={field} span={span} value={value} />;
      }}
    </RecordTabs>
  );
}
