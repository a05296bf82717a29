import { Box, Chip } from '@mui/material';
import { type RaRecord, useChoicesContext, useRecordContext, useWrappedSource } from 'react-admin';
import { useCallback, useMemo, useState } from 'react';
import { toWords } from '../text/find-words.ts';
import { foldText } from '../text/fold-text.ts';
import type { InputProps } from '../type/field-ui.ts';
import { titlesMeta, useReferences } from '../type/reference-context.tsx';
import { useFormContext, useWatch } from 'react-hook-form';
import { Ancestors } from './ancestors.ui.tsx';
import { MarkedText } from './marked.ui.tsx';
import { useFieldTexts } from './texts.ui.ts';
import { fillTemplate } from '../problems/fill-template.ts';

/** Records a field refers to that its editor may not see: they stay unless the editor removes them here. */
export function HiddenRecords({ ids, onRemove }: { ids: readonly string[]; onRemove: () => void }) {
  const texts = useFieldTexts();
  if (ids.length === 0) return null;
  return (
    <Box sx={{ mt: 0.5, mb: 1 }}>
      <Chip
        size="small"
        variant="outlined"
        label={fillTemplate(texts.reference.notVisible, { count: ids.length })}
        title={ids.join(', ')}
        onDelete={onRemove}
      />
    </Box>
  );
}

/**
 * How react-admin's reference inputs offer records of a resource. Records load when an input opens, not with the form,
 * because a form has many such inputs. `target` says which records are on offer; `first` asks for the fields that must
 * be filled in before there are any.
 */
export function useRecordOptions(resource: string, target?: InputProps['target']) {
  const { titleOf, sortOf } = useReferences();
  const texts = useFieldTexts();
  const [wasOpened, setWasOpened] = useState(false);
  // The function must stay the same while its result does: with a new one the input loses the typed text.
  const optionText = useCallback(
    (record: RaRecord) => titleOf(resource, record),
    [titleOf, resource],
  );
  const option = useMemo(
    () => <RecordOption resource={resource} titleOf={optionText} />,
    [resource, optionText],
  );
  const fields = target?.waitsFor.join(', ') ?? '';
  const first = fields === '' ? undefined : fillTemplate(texts.reference.first, { fields });
  return {
    titleOf: optionText,
    first,
    reference: {
      reference: resource,
      // The most likely records first, and similar ones if there are few.
      queryOptions: { meta: { ranked: true, ...titlesMeta } },
      sort: sortOf(resource),
      perPage: 25,
      enableGetChoices: () => wasOpened && first === undefined,
      filter: target ? { where: target.where } : {},
    },
    options: {
      optionText: option,
      inputText: optionText,
      matchSuggestion: () => true,
      filterToQuery: (text: string) => (text.trim() === '' ? {} : { q: text.trim() }),
      onOpen: () => setWasOpened(true),
      helperText: false,
      ...(first !== undefined && { noOptionsText: first, loadingText: first }),
      size: 'small',
      fullWidth: true,
    } as const,
  };
}

type RecordOptionProps = { resource: string; titleOf: (record: RaRecord) => string };

/** A record on offer, with its place in a tree. The typed words are marked, and what was found in another field than the title. */
function RecordOption({ resource, titleOf }: RecordOptionProps) {
  const record = useRecordContext<RaRecord & { _found?: Found }>();
  const { filterValues } = useChoicesContext();
  const texts = useFieldTexts();
  if (!record) return null;
  const { q } = (filterValues ?? {}) as { q?: string };
  const words = toWords(q ?? '');
  const title = titleOf(record);
  const { level, by } = record._found ?? {};
  const isInTitle = !by || foldText(title).includes(foldText(by.value));
  return (
    <span>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        <Ancestors resource={resource} record={record} />
      </Box>
      <MarkedText text={title} words={words} />
      {(level === 'similar' || !isInTitle) && (
        <Box component="span" sx={{ ml: 1, color: 'text.secondary', fontSize: '0.8125rem' }}>
          {level === 'similar' && texts.reference.similar}
          {level === 'similar' && !isInTitle && ' · '}
          {!isInTitle && <MarkedText text={by.value} words={words} />}
        </Box>
      )}
    </span>
  );
}

/** Why a record was found. */
type Found = { level: 'exact' | 'words' | 'similar'; by: { value: string } | null };

/**
 * References of a field without a record to show: hidden from its editor, or not loaded (yet). React-admin's inputs
 * know only records and would drop the others with the next change.
 */
export function useHiddenRecords(source: string) {
  const name = useWrappedSource(source);
  const { setValue } = useFormContext();
  const { allChoices = [], isLoading } = useChoicesContext();
  const ids = [(useWatch({ name }) as unknown) ?? []].flat().filter(Boolean) as string[];
  const choiceIds = new Set(allChoices.map(({ id }) => String(id)));
  const hidden = ids.filter((id) => !choiceIds.has(id));
  return {
    ids,
    hidden,
    /** The ones to show; none while records are loading. */
    shown: isLoading ? [] : hidden,
    set: (value: unknown) => setValue(name, value, { shouldDirty: true, shouldTouch: true }),
  };
}
