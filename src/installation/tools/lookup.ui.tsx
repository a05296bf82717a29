import { Alert, Box, Typography } from '@mui/material';
import { useState, type KeyboardEvent } from 'react';
import { definePage, fillTemplate, useNumberFormat, useText } from '../../admin/extending.ts';
import { mayDo, mayRead } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { useConfig } from '../../admin/client/config.tsx';
import { lookUp, type Lookup, MOST_VALUES } from './look-up.ui.ts';
import { LookupResults } from './lookup-results.ui.tsx';
import { texts } from './lookup-texts.ts';
import SearchIcon from '@mui/icons-material/Search';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import useMediaQuery from '@mui/material/useMediaQuery';
import { countRepeated, parseValues } from './parse-values.ts';
import { messageOf } from '../../admin/client/http.ts';

/**
 * The fields by which people name a record, the most certain first. Those of chems are
 * unique or list filters, so that each has an index: there are many chems.
 */
const places: Readonly<Record<string, readonly string[]>> = {
  chems: ['casId', 'ecNumber', 'dtxsid', 'inchiKey', 'commonName', 'synonyms'],
  sources: ['sourceId', 'doi', 'title'],
};

/** Looks up pasted numbers and names, and shows which were found, are missing, or match several records. */
function LookupPage() {
  const say = useText();
  const { descriptor, role } = useConfig();
  const targets = toTargets(descriptor, role);
  const [state, setState] = useState<State>({ is: 'ready' });

  const startLookup = async ({ resource, values }: LookupRequest): Promise<void> => {
    setState({ is: 'looking' });
    try {
      setState({ is: 'done', lookup: await lookUp(resource, targets.get(resource) ?? [], values) });
    } catch (error) {
      setState({ is: 'failed', reason: messageOf(error) });
    }
  };
  const [first, ...others] = targets.keys();
  if (!first) return <Alert severity="info">{say(texts.nothing)}</Alert>;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, maxWidth: 960 }}>
      <Typography sx={{ color: 'text.secondary' }}>{say(texts.intro)}</Typography>
      <LookupForm
        resources={[first, ...others]}
        isLooking={state.is === 'looking'}
        onLook={(request) => void startLookup(request)}
      />
      {state.is === 'failed' ? <Alert severity="error">{state.reason}</Alert> : null}
      {state.is === 'done' ? <LookupResults lookup={state.lookup} /> : null}
    </Box>
  );
}

type State =
  { is: 'ready' | 'looking' } | { is: 'failed'; reason: string } | { is: 'done'; lookup: Lookup };

/** The resources the user may list, with those fields they may read. */
function toTargets(descriptor: Descriptor, role: string): Map<Resource, readonly string[]> {
  const targets = new Map<Resource, readonly string[]>();
  for (const [name, fields] of Object.entries(places)) {
    const resource = descriptor.resources.get(name);
    if (!resource || !mayDo(descriptor, role, resource, 'list')) continue;
    const readable = fields.filter(
      (field) => resource.fields.has(field) && mayRead(descriptor, role, resource, field),
    );
    if (readable.length > 0) targets.set(resource, readable);
  }
  return targets;
}

export const lookup = definePage({ Page: LookupPage });

export type LookupRequest = { resource: Resource; values: readonly string[] };

type LookupFormProps = {
  resources: readonly [Resource, ...Resource[]];
  isLooking: boolean;
  onLook: (request: LookupRequest) => void;
};

export function LookupForm({ resources, isLooking, onLook }: LookupFormProps) {
  const say = useText();
  const write = useNumberFormat();
  const [chosen, setChosen] = useState(resources[0].name);
  const [text, setText] = useState('');
  const values = parseValues(text);
  const isTooMuch = values.length > MOST_VALUES;
  const resource = resources.find(({ name }) => name === chosen) ?? resources[0];
  const canLook = values.length > 0 && !isTooMuch && !isLooking;
  const submitValues = (): void => {
    if (canLook) onLook({ resource, values });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submitValues();
  };
  const hasKeys = useMediaQuery('(pointer: fine)');
  const repeated = countRepeated(text);
  const count = fillTemplate(say(repeated > 0 ? texts.countRepeated : texts.count), {
    count: write(values.length),
    repeated: write(repeated),
  });
  const hint = hasKeys ? `${count} ${say(texts.hint)}` : count;
  const help = values.length > 0 ? hint : ' ';
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        submitValues();
      }}
      sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}
    >
      {resources.length > 1 && (
        <ResourceChoice resources={resources} chosen={resource.name} onChoose={setChosen} />
      )}
      <TextField
        label={say(texts.values)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        error={isTooMuch}
        helperText={isTooMuch ? say(texts.tooMany) : help}
        multiline
        minRows={6}
        maxRows={16}
        fullWidth
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off' } }}
      />
      <Button type="submit" variant="contained" startIcon={<SearchIcon />} disabled={!canLook}>
        {say(isLooking ? texts.looking : texts.look)}
      </Button>
    </Box>
  );
}

type ResourceChoiceProps = {
  resources: readonly Resource[];
  chosen: string;
  onChoose: (name: string) => void;
};

function ResourceChoice({ resources, chosen, onChoose }: ResourceChoiceProps) {
  const say = useText();
  return (
    <ToggleButtonGroup
      exclusive
      color="primary"
      value={chosen}
      onChange={(_, next: string | null) => next !== null && onChoose(next)}
      aria-label={say(texts.lookIn)}
    >
      {resources.map(({ name, label }) => (
        <ToggleButton key={name} value={name} sx={{ px: 2, textTransform: 'none' }}>
          {say(label)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
