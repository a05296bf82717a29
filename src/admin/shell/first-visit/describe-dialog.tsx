import { Alert, Box, FormLabel, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useMediaQuery } from '@mui/material';
import { useState } from 'react';
import type { CollectionDraft } from '../../../contract/meta.ts';
import { call, messageOf } from '../../client/http.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useTexts } from '../../messages/texts.ts';
import { DraftFields, type DraftField } from './draft-fields.tsx';
import { DraftResult } from './draft-result.tsx';
import { DraftRows } from './draft-rows.tsx';

type Way = 'fields' | 'rows';

/** Writes the text of a new collection for the descriptor. Nothing is changed on the server. */
export function DescribeDialog({ onClose }: { onClose: () => void }) {
  const { draft: texts } = useTexts('first-visit');
  const isPhone = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const [name, setName] = useState('');
  const [way, setWay] = useState<Way>('fields');
  const [fields, setFields] = useState<readonly DraftField[]>([
    { name: '', type: 'text', required: false, key: false },
  ]);
  const [rows, setRows] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [draft, setDraft] = useState<CollectionDraft>();
  const named = fields.filter((field) => field.name.trim() !== '');
  const isReady = name.trim() !== '' && (way === 'fields' ? named.length > 0 : rows.trim() !== '');

  const write = async (): Promise<void> => {
    if (!isReady) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const body = { name, ...(way === 'fields' ? { fields: named } : { text: rows }) };
      const path = '/api/structure/draft';
      setDraft((await call<CollectionDraft>(path, { method: 'POST', body })).json);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  if (draft)
    return (
      <DialogFrame
        title={texts.title}
        maxWidth="md"
        fullScreen={isPhone}
        cancel={texts.back}
        onCancel={() => setDraft(undefined)}
        action={texts.close}
        onAction={onClose}
        onClose={onClose}
      >
        <DraftResult draft={draft} />
      </DialogFrame>
    );
  return (
    <DialogFrame
      title={texts.title}
      maxWidth="md"
      fullScreen={isPhone}
      isForm
      cancel={texts.close}
      action={texts.write}
      isDisabled={!isReady}
      isLoading={isBusy}
      onAction={() => void write()}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        {failure !== undefined && <Alert severity="error">{failure}</Alert>}
        <TextField
          autoFocus
          required
          label={texts.name}
          value={name}
          onChange={({ target }) => setName(target.value)}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
        <Box>
          <FormLabel component="div" id="draft-way" sx={{ mb: 0.5, fontSize: '0.8125rem' }}>
            {texts.from}
          </FormLabel>
          <ToggleButtonGroup
            exclusive
            size="small"
            color="primary"
            aria-labelledby="draft-way"
            value={way}
            onChange={(_, next: Way | null) => next !== null && setWay(next)}
          >
            <ToggleButton value="fields" sx={{ textTransform: 'none' }}>
              {texts.fields}
            </ToggleButton>
            <ToggleButton value="rows" sx={{ textTransform: 'none' }}>
              {texts.rows}
            </ToggleButton>
          </ToggleButtonGroup>
        </Box>
        {way === 'fields' ? (
          <DraftFields fields={fields} onChange={setFields} />
        ) : (
          <DraftRows
            rows={rows}
            onChange={setRows}
            onFile={(file) => name.trim() === '' && setName(file.replace(/\.\w+$/, ''))}
          />
        )}
      </Box>
    </DialogFrame>
  );
}
