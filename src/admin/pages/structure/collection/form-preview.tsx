import { Alert, Box, Typography } from '@mui/material';
import { useMemo, useState } from 'react';
import { ResourceContextProvider, useGetList, type RaRecord } from 'react-admin';
import { mayDo } from '../../../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../../../descriptor/descriptor.ts';
import { roleNow } from '../../../../descriptor/role-now.ts';
import { displayTitle } from '../../../../descriptor/title.ts';
import { ConfigProvider, useConfig } from '../../../client/config.tsx';
import { FailureBoundary } from '../../../kit/loading/failure-boundary.tsx';
import { Hint } from '../../../kit/hint.tsx';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { useResource } from '../../../kit/use-resource.ts';
import { useTexts } from '../../../messages/texts.ts';
import { FieldView } from '../../../record/form/field-slot.tsx';
import { statesOfRecord, withoutHidden } from '../../../record/form/use-field-states.ts';
import { RecordBody } from '../../../record/record-body.tsx';
import { RecordFacts } from '../../../record/record-facts.tsx';
import { toLayout } from '../../../record/record-layout.ts';
import { RecordPlaceProvider } from '../../../record/record-place.ts';
import { ReferenceProvider } from '../../../resource/reference-provider.tsx';
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
  const found = useNewest(applied);
  const [chosen, setChosen] = useState('');
  const record = found.records.find(({ id }) => String(id) === chosen) ?? found.records[0];
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
      {applied && record ? (
        <NativeSelect
          label={texts.record}
          value={String(record.id)}
          options={found.records.map(
            (one) => [String(one.id), displayTitle(applied, one)] as const,
          )}
          onChange={setChosen}
        />
      ) : (
        <Hint>{texts.none}</Hint>
      )}
      {found.error && <Alert severity="error">{found.error.message}</Alert>}
      <ReferenceProvider>
        <ConfigProvider value={own}>
          <ResourceContextProvider value={resource.name}>
            <RecordPlaceProvider value={place}>
              {/* Another edit may draw what this one could not. */}
              <FailureBoundary key={draft.hash} renderFailure={() => <Hint>{texts.broken}</Hint>}>
                <RecordPage record={shown} />
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

function RecordPage({ record }: { record: RaRecord }) {
  const view = useResource();
  const [section, setSection] = useState(-1);
  const sections = withoutHidden(toLayout(view), statesOfRecord(view.resource, record));
  return (
    <Box sx={{ mt: 1.5 }}>
      <RecordFacts record={record} />
      <RecordBody record={record} fields={sections} current={section} onChange={setSection}>
        {(field, span) => <FieldView key={field.name} {...{ field, span, record }} />}
      </RecordBody>
    </Box>
  );
}

const MOST = 25;

/** The newest records that the person may list. */
function useNewest(resource: Resource | undefined) {
  const { descriptor, role } = useConfig();
  const enabled = resource !== undefined && mayDo(descriptor, role, resource, 'list');
  const { data, error, isLoading } = useGetList(
    resource?.name ?? '',
    { sort: { field: 'createdAt', order: 'DESC' }, pagination: { page: 1, perPage: MOST } },
    { enabled },
  );
  return { records: data ?? [], error, isLoading: enabled && isLoading };
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
