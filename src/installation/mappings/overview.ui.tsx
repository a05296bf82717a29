import { resourceNamed } from '../resource-named.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Box, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { definePage, fillTemplate, useNumberFormat, useText } from '../../admin/extending.ts';
import { useConfig } from '../../admin/client/config.tsx';
import { mayDo } from '../../descriptor/access.ts';
import type { Counts } from './contract.ts';
import { kindNames, termStates, type Kind } from './kinds.ts';
import { texts } from './overview-texts.ts';
import { TermList } from './term-list.ui.tsx';
import { fetchCounts, type Query } from './terms-api.ui.ts';
import { AcceptSameNames, sameNamesKey } from './accept-same-names.ui.tsx';
import { countsKey } from './use-decisions.ui.ts';
import { useDebounced } from './search-target.ui.tsx';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';

/** Maps the terms of studies: lists open and conflicting terms, to be decided one after the other. */
function MappingOverview() {
  const say = useText();
  const { descriptor, role } = useConfig();
  const queries = useQueryClient();
  const [address, setAddress] = useSearchParams();
  const kind = readChoice(address.get('kind'), kindNames, 'chem');
  const state = readChoice(address.get('state'), termStates, 'open');
  const order = address.get('sort') === 'count' ? '-count' : '-certainty';
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), 300);
  const { data: counts } = useQuery({ queryKey: countsKey, queryFn: fetchCounts, retry: false });
  const mappings = resourceNamed(descriptor, 'mappings');
  const [round, setRound] = useState(0);
  const [isArriving, setArriving] = useState(true);
  const canDecide = (['create', 'update'] as const).every((may) =>
    mayDo(descriptor, role, mappings, may),
  );

  const choose = (next: Partial<Omit<Query, 'q'>>): void => {
    const { order: sort, ...chosen } = { kind, state, order, ...next };
    setArriving(false);
    setAddress({ ...chosen, ...(sort === '-count' && { sort: 'count' }) }, { replace: true });
    void queries.invalidateQueries({ queryKey: countsKey });
  };
  const restart = (): void => {
    // The first term that is left gets the focus, and the keys work at once.
    setArriving(true);
    setRound((before) => before + 1);
    void queries.invalidateQueries({ queryKey: countsKey });
    void queries.invalidateQueries({ queryKey: sameNamesKey });
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, maxWidth: 1100 }}>
      <Typography sx={{ color: 'text.secondary' }}>
        {say(texts.intro)}
        {counts && ` ${fillTemplate(say(texts.version), { version: counts.version })}.`}
      </Typography>
      {!canDecide && <Alert severity="info">{say(texts.readOnly)}</Alert>}
      <TermFilter
        {...{ kind, state, order, typed, counts }}
        onChoose={choose}
        onType={(text) => {
          setArriving(false);
          setTyped(text);
        }}
      />
      {state === 'open' && canDecide && (
        <AcceptSameNames key={kind} kind={kind} q={q} onChange={restart} />
      )}
      <TermList
        key={`${round} ${kind} ${state} ${order} ${q}`}
        {...{ kind, state, q, order, canDecide, isArriving }}
      />
    </Box>
  );
}

type TermFilterProps = Omit<Query, 'q'> & {
  typed: string;
  counts: Counts | undefined;
  onChoose: (next: Partial<Omit<Query, 'q'>>) => void;
  onType: (text: string) => void;
};

/** What of all terms the list shows, and in which order. */
function TermFilter(props: TermFilterProps) {
  const { kind, state, order, typed, counts, onChoose, onType } = props;
  const say = useText();
  const kindLabel = useKindLabel();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      <CountedChoice
        label={say(texts.kinds)}
        value={kind}
        onChange={(next) => onChoose({ kind: next })}
        options={kindNames.map((each) => ({
          value: each,
          label: say(kindLabel(each)),
          count: counts?.kinds[each][state],
        }))}
      />
      <CountedChoice
        label={say(texts.states)}
        value={state}
        onChange={(next) => onChoose({ state: next })}
        options={termStates.map((each) => ({
          value: each,
          label: say(texts[each]),
          count: counts?.kinds[kind][each],
        }))}
      />
      {state === 'open' && (
        <CountedChoice
          label={say(texts.order)}
          value={order}
          onChange={(next) => onChoose({ order: next })}
          options={[
            { value: '-certainty', label: say(texts.byCertainty) },
            { value: '-count', label: say(texts.byCount) },
          ]}
        />
      )}
      <TextField
        type="search"
        size="small"
        label={say(texts.find)}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        sx={{ flex: { xs: '1 1 100%', sm: '0 1 14rem' } }}
      />
    </Box>
  );
}

/** The label of a kind in the mappings. */
function useKindLabel() {
  const mappings = resourceNamed(useConfig().descriptor, 'mappings');
  const { choices = [] } = (mappings.fields.get('mappingType')?.settings ?? {}) as {
    choices?: readonly { value: string; label?: Readonly<Record<string, string>> }[];
  };
  return (kind: Kind) => choices.find(({ value }) => value === kind)?.label ?? { en: kind };
}

function readChoice<Name extends string>(
  value: string | null,
  names: readonly Name[],
  usual: Name,
): Name {
  return names.find((name) => name === value) ?? usual;
}

export const mappingOverview = definePage({ Page: MappingOverview });

type PicksProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; count?: number | undefined }[];
  onChange: (value: Value) => void;
};

/** Longer words would break where two of them share a row on a phone. */
const LONGEST_OF_TWO = 18;

/** A choice among a few values, each with its count if it has one; two per row on a phone, or one if they are long. */
export function CountedChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: PicksProps<Value>) {
  const write = useNumberFormat();
  const isLong = options.some((option) => option.label.length > LONGEST_OF_TWO);
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      aria-label={label}
      value={value}
      onChange={(_, next: Value | null) => next !== null && onChange(next)}
      sx={isLong ? { ...picksSx, gridTemplateColumns: 'minmax(0, 1fr)' } : picksSx}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          value={option.value}
          sx={{ textTransform: 'none', gap: 1 }}
        >
          {option.label}
          {option.count !== undefined && (
            <Box component="span" sx={countSx}>
              {write(option.count)}
            </Box>
          )}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** A number that wraps would look like two. */
const countSx = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' };

const picksSx = {
  display: { xs: 'grid', sm: 'inline-flex' },
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  width: { xs: 1, sm: 'auto' },
  flexWrap: { sm: 'wrap' },
  overflow: 'hidden',
  border: 1,
  borderColor: 'divider',
  borderRadius: '8px',
  // The gaps form the lines between them, in rows and columns.
  gap: '1px',
  backgroundColor: 'divider',
  '& .MuiToggleButton-root': {
    m: 0,
    px: 1.25,
    border: 0,
    borderRadius: 0,
    backgroundColor: 'background.default',
    overflowWrap: 'anywhere',
    hyphens: 'auto',
  },
  // The last of three fills its row.
  '& > :last-of-type:nth-of-type(odd)': { gridColumn: '1 / -1' },
};
