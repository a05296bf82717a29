import { Alert, Box, Typography } from '@mui/material';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { ResourceContextProvider, useGetList, useGetOne, type RaRecord } from 'react-admin';
import { useForm } from 'react-hook-form';
import { mayDo } from '../../../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../../../descriptor/descriptor.ts';
import { roleNow } from '../../../../descriptor/role-now.ts';
import { fieldTypes } from '../../../../fields/registry.ts';
import { toField } from '../../../../fields/type/to-field.ts';
import { ConfigProvider, useConfig, type Config } from '../../../client/config.tsx';
import { messageOf } from '../../../client/http.ts';
import { FailureBoundary } from '../../../kit/loading/failure-boundary.tsx';
import { Hint } from '../../../kit/hint.tsx';
import { useResource } from '../../../kit/use-resource.ts';
import { useTexts } from '../../../messages/texts.ts';
import { FieldView } from '../../../record/form/field-slot.tsx';
import { statesOfRecord, withoutHidden } from '../../../record/form/use-field-states.ts';
import { RecordBody } from '../../../record/record-body.tsx';
import { RecordFacts } from '../../../record/record-facts.tsx';
import { toLayout } from '../../../record/record-layout.ts';
import { RecordPlaceProvider } from '../../../record/record-place.ts';
import { inputsOf } from '../../../resource/field-inputs.ts';
import { InputsFrame } from '../../../resource/inputs-frame.tsx';
import { ReferenceProvider } from '../../../resource/reference-provider.tsx';
import { useChildrenInDraft } from './preview-children.tsx';
import { findApplied, useDraftDescriptor } from '../draft/use-draft-descriptor.ts';

/** The page of a record as the draft declares it, to read, with the values of a record that is there. */
export function FormPreview({ collection }: { collection: string }) {
  const { preview: texts } = useTexts('structure-fields');
  const draft = useDraftDescriptor();
  const resource = draft?.resources.get(collection);
  return (
    <Box component="section" aria-labelledby="form-preview" tabIndex={0} sx={previewSx}>
      <Typography component="h2" id="form-preview" variant="h6" sx={{ mb: 1 }}>
        {texts.title}
      </Typography>
      {draft && resource ? (
        <Preview {...{ draft, resource }} />
      ) : (
        <Alert severity="info">{texts.broken}</Alert>
      )}
    </Box>
  );
}

/** Stays in sight beside a long form. */
const previewSx = {
  position: { lg: 'sticky' },
  top: { lg: 8 },
  maxHeight: { lg: 'calc(100dvh - 16px)' },
  overflowY: { lg: 'auto' },
};

type PreviewProps = { draft: Descriptor; resource: Resource };

function Preview({ draft, resource }: PreviewProps) {
  const { preview: texts } = useTexts('structure-fields');
  const config = useConfig();
  const { descriptor, role } = config;
  const applied = findApplied(descriptor, draft, resource);
  const { newest, record, choose, ...found } = useShownRecord(applied);
  const own = useMemo(
    () => ({ ...config, descriptor: draft, role: roleNow(draft, role) ?? role }),
    [config, draft, role],
  );
  const shown = useMemo(
    () => (record && applied ? inDraft(resource, applied, record) : { id: '' }),
    [resource, applied, record],
  );
  if (found.isLoading) return null;
  return (
    <>
      {found.error && <Alert severity="error">{messageOf(found.error)}</Alert>}
      <ReferenceProvider>
        {applied && newest ? (
          <RecordChoice of={applied} newest={newest} onChoose={choose} />
        ) : (
          <Hint>{texts.none}</Hint>
        )}
        <ConfigProvider value={own}>
          <ResourceContextProvider value={resource.name}>
            <RecordPlaceProvider value={place}>
              {/* Another edit may draw what this one could not. */}
              <FailureBoundary key={draft.hash} renderFailure={() => <Hint>{texts.broken}</Hint>}>
                <RecordPage record={shown} applied={config} />
              </FailureBoundary>
            </RecordPlaceProvider>
          </ResourceContextProvider>
        </ConfigProvider>
      </ReferenceProvider>
    </>
  );
}

/** It stands beside something, and nobody leaves it. */
const place = { isBeside: true, state: null, leave: () => undefined };

type RecordChoiceProps = {
  of: Resource;
  newest: RaRecord;
  onChoose: (id: string | null) => void;
};

/** Searched as a reference is; without a record, all fields are empty. */
function RecordChoice({ of, newest, onChoose }: RecordChoiceProps) {
  const { preview: texts } = useTexts('structure-fields');
  const form = useForm({ defaultValues: { [RECORD]: String(newest.id) } });
  const emitChoice = useEffectEvent(() => onChoose(form.getValues(RECORD) || null));
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => emitChoice() }),
    [form],
  );
  const field = useMemo(
    () => toField(fieldTypes.reference, RECORD, { type: 'reference', to: of.name }),
    [of],
  );
  const { Input } = inputsOf(field);
  const props = { field, source: RECORD, readOnly: false, validate: () => undefined };
  return (
    <InputsFrame form={form}>
      <Input {...props} label={texts.record} />
    </InputsFrame>
  );
}

const RECORD = 'record';

type RecordPageProps = { record: RaRecord; applied: Config };

function RecordPage({ record, applied }: RecordPageProps) {
  const view = useResource();
  const more = useChildrenInDraft(record, applied);
  const [section, setSection] = useState(-1);
  const sections = withoutHidden(toLayout(view), statesOfRecord(view.resource, record));
  return (
    <Box sx={{ mt: 1.5 }}>
      <RecordFacts record={record} />
      <RecordBody {...{ record, more }} fields={sections} current={section} onChange={setSection}>
        {(field, span) => <FieldView key={field.name} {...{ field, span, record }} />}
      </RecordBody>
    </Box>
  );
}

/** The record that the person has chosen among those that they may list; at first the newest, or none. */
function useShownRecord(resource: Resource | undefined) {
  const { descriptor, role } = useConfig();
  const enabled = resource !== undefined && mayDo(descriptor, role, resource, 'list');
  const { data, error, isLoading } = useGetList(
    resource?.name ?? '',
    { sort: { field: 'createdAt', order: 'DESC' }, pagination: { page: 1, perPage: 1 } },
    { enabled },
  );
  const [id, choose] = useState<string | null>();
  const chosen = useGetOne(resource?.name ?? '', { id: id ?? '' }, { enabled: Boolean(id) });
  const newest = data?.[0];
  const other = id === null ? undefined : chosen.data;
  return {
    newest,
    record: id === undefined ? newest : other,
    choose,
    error: error ?? chosen.error,
    isLoading: enabled && isLoading,
  };
}

/** The values that the fields of the draft have, under their new names; what would be another kind of value is empty. */
function inDraft(resource: Resource, applied: Resource, record: RaRecord): RaRecord {
  const values = [...resource.fields.values()].map((field) => {
    const before = applied.fields.get(field.name) ?? applied.fields.get(field.was ?? '');
    const [now, then] = [field, before].map((one) => one?.kind.relation?.(one.settings)?.to);
    const isSame = before?.type === field.type && now === then;
    return [field.name, isSame ? (record[before.name] as unknown) : null] as const;
  });
  return { ...record, ...Object.fromEntries(values) };
}
