import { Autocomplete, TextField, Typography, type PopperProps } from '@mui/material';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useGetList } from 'react-admin';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { displayTitle, titleFields } from '../../../descriptor/title.ts';
import { toSortPayload } from '../../kit/sorting.ts';
import { useTexts } from '../../messages/texts.ts';

type CurrentChoiceProps = {
  resource: Resource;
  id: string | undefined;
  onChoose: (id: string | undefined) => void;
};

type Option = { id: string; label: string };

const MOST = 25;

/** The records to choose from, found by typing, and none of them. */
export function CurrentChoice({ resource, id, onChoose }: CurrentChoiceProps) {
  const texts = useTexts('workplace').current;
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const isSearched = [...resource.fields.values()].some(({ search }) => search);
  const {
    data = [],
    isPending,
    error,
  } = useGetList(resource.name, {
    pagination: { page: 1, perPage: MOST },
    sort: toSortPayload(resource.list.sort),
    filter: isSearched && q !== '' ? { q } : {},
    meta: { fields: titleFields(resource).filter((name) => resource.fields.has(name)) },
  });
  const none: Option = { id: '', label: texts.noneOption };
  const found = data.map((record): Option => ({
    id: String(record.id),
    label: displayTitle(resource, record),
  }));
  const options = q === '' ? [none, ...found] : found;
  return (
    <>
      <Autocomplete
        // It is all there is in the dialog, so it is never closed by itself.
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

/** The server has searched already, in more than the title. */
function asFound(options: Option[]): Option[] {
  return options;
}

/** The options stand in the dialog itself and not above it. */
function Below({ children }: PopperProps) {
  return <div>{children as ReactNode}</div>;
}
