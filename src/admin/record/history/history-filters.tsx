import { Box } from '@mui/material';
import { useGetManyAggregate } from 'react-admin';
import { titlesMeta, useReferences } from '../../../fields/type/reference-context.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import type { HistoryFilter } from './use-history.ts';
import { hasPast } from './to-changes.ts';

type HistoryFiltersProps = {
  filter: HistoryFilter;
  /** The people found so far. */
  people: readonly string[];
  onChange: (filter: HistoryFilter) => void;
};

/** Chooses the versions to show: those that changed a field, or those by a person. */
export function HistoryFilters({ filter, people, onChange }: HistoryFiltersProps) {
  const texts = useTexts('history');
  const say = useText();
  const { readable } = useResource();
  const named = usePeople(people);
  return (
    <Box role="group" aria-label={texts.filters} sx={barSx}>
      <NativeSelect
        label={texts.field}
        value={filter.field}
        none={texts.allFields}
        options={readable
          .filter(hasPast)
          .map(({ name, label }) => [name, say(label)] as const)
          .toSorted(([, one], [, other]) => one.localeCompare(other))}
        onChange={(field) => onChange({ ...filter, field })}
      />
      {named.length > 0 && (
        <NativeSelect
          label={texts.person}
          value={filter.by}
          none={texts.everyone}
          options={named}
          onChange={(by) => onChange({ ...filter, by })}
        />
      )}
    </Box>
  );
}

/** The names of people; none for those who may not see them. */
function usePeople(ids: readonly string[]): (readonly [id: string, name: string])[] {
  const { mayRead, titleOf } = useReferences();
  const { data } = useGetManyAggregate(
    'users',
    { ids: [...ids], meta: titlesMeta },
    { enabled: ids.length > 0 && mayRead('users') },
  );
  return (data ?? []).filter(Boolean).map((user) => [String(user.id), titleOf('users', user)]);
}

const barSx = {
  flex: '1 1 320px',
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1.5,
  '& > *': { flex: '1 1 160px', maxWidth: 280 },
};
