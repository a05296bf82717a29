import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState, type KeyboardEvent } from 'react';
import type { Resource } from '../../descriptor/descriptor.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import { useText } from '../../admin/messages/use-text.ts';
import { useNumber } from '../../admin/kit/use-number.ts';
import { MOST_VALUES } from './look-up.ui.ts';
import { texts } from './lookup-texts.ts';
import { countRepeated, parseValues } from './parse-values.ts';

export type Asked = { resource: Resource; values: readonly string[] };

type LookupFormProps = {
  resources: readonly Resource[];
  isLooking: boolean;
  onLook: (asked: Asked) => void;
};

export function LookupForm({ resources, isLooking, onLook }: LookupFormProps) {
  const say = useText();
  const write = useNumber();
  const [chosen, setChosen] = useState(resources[0]!.name);
  const [text, setText] = useState('');
  const values = parseValues(text);
  const isTooMuch = values.length > MOST_VALUES;
  const resource = resources.find(({ name }) => name === chosen) ?? resources[0]!;
  const canLook = values.length > 0 && !isTooMuch && !isLooking;
  const look = (): void => {
    if (canLook) onLook({ resource, values });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    look();
  };
  const hasKeys = useMediaQuery('(pointer: fine)');
  const repeated = countRepeated(text);
  const count = fillTemplate(say(repeated > 0 ? texts.countRepeated : texts.count), {
    count: write(values.length),
    repeated: write(repeated),
  });
  const hint = hasKeys ? `${count} ${say(texts.hint)}` : count;
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        look();
      }}
      sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}
    >
      {resources.length > 1 && (
        <ToggleButtonGroup
          exclusive
          color="primary"
          value={resource.name}
          onChange={(_, next: string | null) => next !== null && setChosen(next)}
          aria-label={say(texts.lookIn)}
        >
          {resources.map(({ name, label }) => (
            <ToggleButton key={name} value={name} sx={{ px: 2, textTransform: 'none' }}>
              {say(label)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      <TextField
        label={say(texts.values)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        error={isTooMuch}
        helperText={isTooMuch ? say(texts.tooMany) : values.length > 0 ? hint : ' '}
        multiline
        minRows={6}
        maxRows={16}
        fullWidth
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off' } }}
      />
      <Button type="submit" variant="contained" startIcon={<Search />} disabled={!canLook}>
        {say(isLooking ? texts.looking : texts.look)}
      </Button>
    </Box>
  );
}
