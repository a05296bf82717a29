import { Box, FormControlLabel, Checkbox, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { NativeSelect } from '../kit/native-select.tsx';
import { useResource } from '../kit/use-resource.ts';
import { useTexts } from '../messages/texts.ts';
import { useText } from '../messages/use-text.ts';
import { AskFields, nobodyAsked, toQuery } from './ask-fields.tsx';
import { MessageInput } from './message-input.tsx';
import type { OpenThreads } from '../kit/beside/open-threads.ts';
import { partText } from './thread-head.tsx';
import { useThreadChange } from './use-thread-change.ts';

/** In the choice of fields: what the user has chosen outside of it, such as several cells. */
const PART = '*';

/** Begins a thread about the row of an import, a change set, the record or one of its fields, as a comment or as a query. */
export function NewThread({ open }: { open: OpenThreads }) {
  const { resource, record, job, row, changeSet } = open;
  const texts = useTexts('threads');
  const say = useText();
  const heading = useId();
  const { readable } = useResource(resource);
  const part = partText(texts, open.place ?? {});
  const [field, setField] = useState(part === undefined ? (open.field ?? '') : PART);
  const [isQuery, setQuery] = useState(false);
  const [asked, setAsked] = useState(nobodyAsked);
  const change = useThreadChange(resource, () => {
    setQuery(false);
    setAsked(nobodyAsked);
  });
  const about = field === PART ? open.place : field !== '' && { field };
  const place = { resource, record, job, row, changeSet, ...about };
  const send = (text: string) =>
    change.mutateAsync({
      method: 'POST',
      path: '',
      body: { ...place, text, ...(isQuery && { query: toQuery(asked) }) },
    });
  return (
    <Box component="section" aria-labelledby={heading} sx={{ display: 'grid', gap: 1 }}>
      <Typography component="h3" id={heading} variant="subtitle2">
        {texts.newThread}
      </Typography>
      <MessageInput
        place={place}
        draft={`new ${resource}/${record ?? changeSet ?? `${job} ${row}`}`}
        label={texts.text}
        sends={[{ label: isQuery ? texts.askButton : texts.comment, onSend: send }]}
        error={change.error}
        isPending={change.isPending}
        autoFocus={open.writing !== undefined}
      >
        {record !== undefined && (
          <NativeSelect
            label={texts.about}
            value={field}
            none={texts.wholeRecord}
            options={[
              ...(part === undefined ? [] : [[PART, part] as const]),
              ...readable.map(({ name, label }) => [name, say(label)] as const),
            ]}
            onChange={setField}
          />
        )}
        <FormControlLabel
          control={
            <Checkbox size="small" checked={isQuery} onChange={(_, isOn) => setQuery(isOn)} />
          }
          label={texts.askSomebody}
        />
        {isQuery && <AskFields place={place} asked={asked} onChange={setAsked} />}
      </MessageInput>
    </Box>
  );
}
