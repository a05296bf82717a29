import { Box, Button, useMediaQuery } from '@mui/material';
import { useState } from 'react';
import { useConfig } from '../../client/config.tsx';
import { useText } from '../../messages/use-text.ts';
import type { AuditFiltering } from './audit-page.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { SearchInput } from './search-input.tsx';
import { DayInput } from '../../kit/day-input.tsx';
import { UserPicker } from '../../kit/user-picker.tsx';
import { useTexts } from '../../messages/texts.ts';

type AuditFilterFormProps = { filtering: AuditFiltering; actions: readonly string[] };

export function AuditFilterForm({ filtering, actions }: AuditFilterFormProps) {
  const { filters, inputOf, clear } = filtering;
  const { audit: texts } = useTexts('people');
  const say = useText();
  const { resources } = useConfig().descriptor;
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(filters).length;
  // On a phone the filters would take half of the screen.
  if (isNarrow && !isOpen)
    return (
      <Button variant="outlined" aria-expanded={false} sx={{ mb: 2 }} onClick={() => setOpen(true)}>
        {count > 0 ? `${texts.filters} (${count})` : texts.filters}
      </Button>
    );
  return (
    <Box role="search" sx={filtersSx}>
      <NativeSelect
        label={texts.action}
        none={texts.all}
        options={actions.map((action) => [action, actionText(texts.actions, action)])}
        {...inputOf('action')}
      />
      <UserPicker label={texts.actor} placeholder={texts.anyActor} {...inputOf('actor')} />
      <UserPicker label={texts.of} placeholder={texts.anyActor} {...inputOf('about')} />
      <NativeSelect
        label={texts.resource}
        none={texts.all}
        options={[...resources.values()].map(({ name, label }) => [name, say(label)])}
        {...inputOf('resource')}
      />
      <SearchInput label={texts.record} {...inputOf('record')} />
      <DayInput label={texts.from} {...inputOf('from')} />
      <DayInput label={texts.to} {...inputOf('to')} />
      {count > 0 && <Button onClick={clear}>{texts.clear}</Button>}
    </Box>
  );
}

/** A newer server may record actions for which this page has no word. */
export function actionText(words: Readonly<Record<string, string>>, action: string): string {
  return words[action] ?? action;
}

const filtersSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 150px), 1fr))',
  alignItems: 'center',
  gap: 1.5,
  mb: 2,
};
