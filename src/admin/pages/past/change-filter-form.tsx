import { Box, Button, useMediaQuery } from '@mui/material';
import { useState } from 'react';
import { mayDo } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { DayInput } from '../../kit/day-input.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import type { useAddressFilters } from '../../kit/use-address-filters.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { UserPicker } from '../../kit/user-picker.tsx';
import { useTexts } from '../../messages/texts.ts';
import { resourcesFor } from '../../shell/core-pages.ts';
import type { changeFilters } from './changes.ts';

type ChangeFilterFormProps = {
  filtering: ReturnType<typeof useAddressFilters<(typeof changeFilters)[number]>>;
};

export function ChangeFilterForm({ filtering }: ChangeFilterFormProps) {
  const { filters, inputOf, clear } = filtering;
  const texts = useTexts('changes');
  const own = texts.sets;
  const { descriptor, role } = useConfig();
  const { say } = useI18n();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(filters).length;
  // On a phone the filters would take half of the screen.
  if (isNarrow && !isOpen)
    return (
      <Button variant="outlined" aria-expanded={false} sx={{ mb: 2 }} onClick={() => setOpen(true)}>
        {count > 0 ? `${own.filters} (${count})` : own.filters}
      </Button>
    );
  const users = descriptor.resources.get('users');
  return (
    <Box role="search" sx={filtersSx}>
      {users && mayDo(descriptor, role, users, 'list') && (
        <UserPicker label={texts.who} placeholder={own.anybody} {...inputOf('by')} />
      )}
      <NativeSelect
        label={texts.way}
        none={texts.all}
        options={Object.entries(texts.ways)}
        {...inputOf('way')}
      />
      <NativeSelect
        label={texts.collection}
        none={texts.all}
        options={resourcesFor(descriptor, role, 'history').map(({ name, label }) => [
          name,
          say(label),
        ])}
        {...inputOf('resource')}
      />
      <DayInput label={own.from} {...inputOf('from')} />
      <DayInput label={own.to} {...inputOf('to')} />
      {count > 0 && <Button onClick={clear}>{own.clear}</Button>}
    </Box>
  );
}

const filtersSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 160px), 1fr))',
  alignItems: 'center',
  // The days have margins of their own, which would set them lower than the others.
  '& .MuiFormControl-root': { my: 0 },
  gap: 1.5,
  mb: 2,
};
