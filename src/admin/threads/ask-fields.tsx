import { Autocomplete, Box, TextField } from '@mui/material';
import { useState } from 'react';
import type { ThreadPatch } from '../../contract/people/threads.ts';
import { useSettled } from '../../fields/screen/use-settled.ui.ts';
import { DayInput } from '../kit/day-input.tsx';
import { Hint } from '../kit/hint.tsx';
import { useLabels } from '../kit/use-i18n.ts';
import { useTexts } from '../messages/texts.ts';
import { useAskable, type ThreadPlace } from './use-suggestions.ts';

/** Whom a query asks, and until when. */
export type Asked = {
  assignee: { kind: 'person' | 'role'; id: string; name: string } | null;
  due: string;
};

export const nobodyAsked: Asked = { assignee: null, due: '' };

/** As the API takes it. */
export function toQuery({ assignee, due }: Asked): Omit<ThreadPatch, 'status'> {
  return {
    assignee: assignee?.kind === 'person' ? assignee.id : null,
    assigneeRole: assignee?.kind === 'role' ? assignee.id : null,
    due: due === '' ? null : due,
  };
}

type AskFieldsProps = {
  place: ThreadPlace;
  asked: Asked;
  onChange: (asked: Asked) => void;
};

/** The person or role that a query asks, and the day until which they should answer. */
export function AskFields({ place, asked, onChange }: AskFieldsProps) {
  const texts = useTexts('threads');
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <AssigneePicker {...{ place, asked, onChange }} />
      <DayInput
        label={texts.dueDay}
        value={asked.due}
        onChange={(due) => onChange({ ...asked, due })}
      />
    </Box>
  );
}

const nobodyThere = { people: [], roles: [] };

type Option = NonNullable<Asked['assignee']> & { isDisabled: boolean };

function AssigneePicker({ place, asked, onChange }: AskFieldsProps) {
  const texts = useTexts('threads');
  const { ofRole } = useLabels();
  const [typed, setTyped] = useState('');
  const q = useSettled(typed);
  const { data: { people, roles } = nobodyThere } = useAskable(place, q, true);
  const folded = typed.toLocaleLowerCase();
  const options: Option[] = [
    ...people.map((each): Option => ({ kind: 'person', ...each })),
    ...roles
      .map((id): Option => ({ kind: 'role', id, name: ofRole(id), isDisabled: false }))
      .filter(({ name }) => name.toLocaleLowerCase().includes(folded)),
  ];
  const { assignee } = asked;
  return (
    <Autocomplete
      size="small"
      options={options}
      value={assignee && { ...assignee, isDisabled: false }}
      // The server has searched already.
      filterOptions={(all) => all}
      groupBy={({ kind }) => (kind === 'person' ? texts.people : texts.roles)}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ kind, id }) => `${kind} ${id}`}
      getOptionDisabled={({ isDisabled }) => isDisabled}
      isOptionEqualToValue={(one, other) => one.kind === other.kind && one.id === other.id}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      onChange={(_, option) => onChange({ ...asked, assignee: option })}
      renderOption={({ key, ...props }, { name, isDisabled }) => (
        <li key={key} {...props}>
          <span>
            <bdi>{name}</bdi>
            {isDisabled && (
              <Hint component="span" variant="caption" sx={{ display: 'block' }}>
                {texts.mayNotRead}
              </Hint>
            )}
          </span>
        </li>
      )}
      renderInput={(params) => (
        <TextField {...params} label={texts.assignee} placeholder={texts.nobody} sx={{ m: 0 }} />
      )}
    />
  );
}
