import { Popover, Autocomplete, TextField, Typography, type PopperProps } from '@mui/material';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { usePinnedId } from './use-pinned-id.ts';
import { useDeferredValue, useState, type ReactNode, useEffect, useEffectEvent } from 'react';
import { useGetList, HttpError, useGetOne, useNotify, type RaRecord } from 'react-admin';
import { displayTitle, namingFields } from '../../../descriptor/title.ts';
import { toSortPayload } from '../../resource/sorting.ts';
import { useTexts } from '../../messages/texts.ts';

type PinnedDialogProps = {
  resource: Resource;
  label: string;
  anchor: HTMLElement;
  onClose: () => void;
};

/** The records to pin, below the button. */
export function PinnedDialog({ resource, label, anchor, onClose }: PinnedDialogProps) {
  const [id, choose] = usePinnedId();
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': label,
          sx: { width: 'min(360px, calc(100vw - 24px))', p: 1.5 },
        },
      }}
    >
      <PinnedChoice
        resource={resource}
        id={id}
        onChoose={(chosen) => {
          onClose();
          if (chosen !== id) choose(chosen);
        }}
      />
    </Popover>
  );
}

type PinnedChoiceProps = {
  resource: Resource;
  id: string | undefined;
  onChoose: (id: string | undefined) => void;
};

type Option = { id: string; label: string };

const CHOICES_PER_PAGE = 25;

/** A search for the record to pin, and the option to pin none. */
function PinnedChoice({ resource, id, onChoose }: PinnedChoiceProps) {
  const texts = useTexts('workplace').current;
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const isSearched = [...resource.fields.values()].some(({ search }) => search);
  const {
    data = [],
    isPending,
    error,
  } = useGetList(resource.name, {
    pagination: { page: 1, perPage: CHOICES_PER_PAGE },
    sort: toSortPayload(resource.list.sort),
    filter: isSearched && q !== '' ? { q } : {},
    meta: { fields: namingFields(resource) },
  });
  const none: Option = { id: '', label: texts.noneOption };
  const matches = data.map((record): Option => ({
    id: String(record.id),
    label: displayTitle(resource, record),
  }));
  const options = q === '' ? [none, ...matches] : matches;
  return (
    <>
      <Autocomplete
        // The dialog has nothing else, so the list closes only with it.
        open
        disablePortal
        autoHighlight
        forcePopupIcon={false}
        clearOnBlur={false}
        options={options}
        loading={isPending}
        loadingText={texts.searching}
        noOptionsText={texts.nothingFound}
        filterOptions={isSearched ? asFound : undefined}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        getOptionKey={(option) => option.id}
        value={options.find((option) => option.id === (id ?? '')) ?? null}
        inputValue={typed}
        onInputChange={(_, text, reason) => {
          if (reason === 'input' || reason === 'clear') setTyped(text);
        }}
        onChange={(_, option, reason) => {
          if (reason === 'selectOption') onChoose(option?.id === '' ? undefined : option?.id);
        }}
        slots={{ popper: Below }}
        slotProps={{
          paper: { elevation: 0, sx: { mt: 0.5 } },
          listbox: { sx: { maxHeight: 'min(50vh, 360px)', p: 0 } },
        }}
        renderInput={(params) => (
          <TextField {...params} autoFocus label={texts.find} size="small" sx={{ m: 0 }} />
        )}
      />
      {error && (
        <Typography role="alert" color="error" variant="body2" sx={{ mt: 1 }}>
          {texts.failed}
        </Typography>
      )}
    </>
  );
}

/** Filters nothing: the server has searched, and in more fields than the title. */
function asFound(options: Option[]): Option[] {
  return options;
}

/** Renders the options inside the dialog instead of in a popper above it. */
function Below({ children }: PopperProps) {
  return <div>{children as ReactNode}</div>;
}

type PinnedTitleProps = {
  resource: Resource;
  onTitle: (target: { id: string; title: string }) => void;
};

/** Reads the title of the pinned record and renders nothing. */
export function PinnedTitle({ resource, onTitle }: PinnedTitleProps) {
  const record = usePinnedRecord(resource);
  const id = record && String(record.id);
  const title = record && displayTitle(resource, record);
  useEffect(() => {
    if (id !== undefined && title !== undefined) onTitle({ id, title });
  }, [id, title, onTitle]);
  return null;
}

/** The pinned record. A record that was deleted or is hidden now is unpinned, with a notice. */
function usePinnedRecord(resource: Resource): RaRecord | undefined {
  const [id, choose] = usePinnedId();
  const notify = useNotify();
  const texts = useTexts('workplace').current;
  const { data, error } = useGetOne(
    resource.name,
    { id: id ?? '' },
    { enabled: id !== undefined, retry: false },
  );
  const isGone = id !== undefined && error instanceof HttpError && GONE.has(error.status);
  const unpin = useEffectEvent(() => {
    choose(undefined);
    notify(texts.gone, { type: 'warning' });
  });
  useEffect(() => {
    if (isGone) unpin();
  }, [isGone]);
  return id === undefined || isGone ? undefined : data;
}

const GONE: ReadonlySet<number> = new Set([403, 404]);
