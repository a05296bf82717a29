import { Box, Chip } from '@mui/material';
import { useTranslate, type RaRecord, useChoicesContext, useWrappedSource } from 'react-admin';
import { useCallback, useState } from 'react';
import { useReferences } from '../reference-context.tsx';
import { useFormContext, useWatch } from 'react-hook-form';

/** Records a field refers to that its editor may not see: they stay unless the editor removes them here. */
export function HiddenRecords({ ids, onRemove }: { ids: readonly string[]; onRemove: () => void }) {
  const translate = useTranslate();
  if (ids.length === 0) return null;
  return (
    <Box sx={{ mt: 0.5, mb: 1 }}>
      <Chip
        size="small"
        variant="outlined"
        label={translate('values.reference.not_visible', { smart_count: ids.length })}
        title={ids.join(', ')}
        onDelete={onRemove}
      />
    </Box>
  );
}

/**
 * How react-admin's reference inputs offer records of a resource. Records load when an input opens, not with the form,
 * because a form has many such inputs.
 */
export function useRecordOptions(resource: string) {
  const { titleOf, sortOf } = useReferences();
  const [wasOpened, setWasOpened] = useState(false);
  // The function must stay the same while its result does: with a new one the input loses the typed text.
  const optionText = useCallback(
    (record: RaRecord) => titleOf(resource, record),
    [titleOf, resource],
  );
  return {
    reference: {
      reference: resource,
      sort: sortOf(resource),
      perPage: 25,
      enableGetChoices: () => wasOpened,
    },
    options: {
      optionText,
      filterToQuery: (text: string) => (text.trim() === '' ? {} : { q: text.trim() }),
      onOpen: () => setWasOpened(true),
      helperText: false,
      size: 'small',
      fullWidth: true,
    } as const,
  };
}

/**
 * References of a field without a record to show: hidden from its editor, or not loaded (yet). React-admin's inputs
 * know only records and would drop the others with the next change.
 */
export function useHiddenRecords(source: string) {
  const name = useWrappedSource(source);
  const { setValue } = useFormContext();
  const { allChoices = [], isLoading } = useChoicesContext();
  const ids = [(useWatch({ name }) as unknown) ?? []].flat().filter(Boolean) as string[];
  const known = new Set(allChoices.map(({ id }) => String(id)));
  const hidden = ids.filter((id) => !known.has(id));
  return {
    ids,
    hidden,
    /** The ones to show; none while records are loading. */
    shown: isLoading ? [] : hidden,
    set: (value: unknown) => setValue(name, value, { shouldDirty: true, shouldTouch: true }),
  };
}
