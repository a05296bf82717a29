import { Hint } from '../../kit/hint.tsx';
import { problemText } from '../../messages/problem-text.ts';
import { copyText } from '../../kit/use-copy.ts';
import { Status } from '../../kit/status/status.tsx';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import CopyIcon from '@mui/icons-material/ContentCopy';
import {
  Alert,
  Box,
  FormLabel,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  Button,
  useMediaQuery,
} from '@mui/material';
import { useState, useRef, type DragEvent } from 'react';
import type { CollectionDraft } from '../../../contract/meta.ts';
import { call, messageOf } from '../../client/http.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useTexts } from '../../messages/texts.ts';
import { DraftFields, type DraftField, emptyField } from './draft-fields.tsx';
import { useMutation } from '@tanstack/react-query';

type Way = 'fields' | 'rows';

/** Writes the text of a new collection for the descriptor. Nothing is changed on the server. */
export function DescribeDialog({ onClose }: { onClose: () => void }) {
  const { draft: texts } = useTexts('first-visit');
  const isPhone = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const [name, setName] = useState('');
  const [way, setWay] = useState<Way>('fields');
  const [fields, setFields] = useState<readonly DraftField[]>([emptyField]);
  const [rows, setRows] = useState('');
  const named = fields.filter((field) => field.name.trim() !== '');
  const isReady = name.trim() !== '' && (way === 'fields' ? named.length > 0 : rows.trim() !== '');

  const writing = useMutation({
    mutationFn: async () => {
      const body = { name, ...(way === 'fields' ? { fields: named } : { text: rows }) };
      const path = '/api/structure/draft';
      return (await call<CollectionDraft>(path, { method: 'POST', body })).json;
    },
  });
  if (writing.data)
    return (
      <DialogFrame
        title={texts.title}
        maxWidth="md"
        fullScreen={isPhone}
        cancel={texts.back}
        onCancel={writing.reset}
        action={texts.close}
        onAction={onClose}
        onClose={onClose}
      >
        <DraftResult draft={writing.data} />
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
      isLoading={writing.isPending}
      onAction={() => isReady && writing.mutate()}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
        {writing.error && <Alert severity="error">{messageOf(writing.error)}</Alert>}
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

/** The text of the new collection, what the check says about it, and where it goes. */
function DraftResult({ draft: { text, file, problems } }: { draft: CollectionDraft }) {
  const { draft: texts } = useTexts('first-visit');
  const [announcement, setSaid] = useState('');
  const copy = (): void => {
    copyText(text).then(
      () => setSaid(texts.copied),
      () => setSaid(texts.notCopied),
    );
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {problems.length === 0 ? (
        <Alert severity="success">{texts.fine}</Alert>
      ) : (
        <Alert severity="warning">
          {texts.problems}
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {problems.map((each) => (
              <li key={`${each.path} ${each.code}`}>
                <code>{each.path}</code>: {problemText(each)} ({each.code})
              </li>
            ))}
          </Box>
        </Alert>
      )}
      <Box component="pre" tabIndex={0} role="region" aria-label={texts.text} sx={textSx}>
        {text}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Button autoFocus variant="contained" startIcon={<CopyIcon />} onClick={copy}>
          {texts.copy}
        </Button>
        <Status as="span">{announcement}</Status>
      </Box>
      <Box component="ol" sx={{ m: 0, pl: 2.5, '& li': { py: 0.25 } }}>
        {texts.steps.map((step) => (
          <li key={step}>{fillTemplate(step, { file: file ?? 'resources.json' })}</li>
        ))}
      </Box>
    </Box>
  );
}

const textSx = {
  m: 0,
  p: 1.5,
  maxHeight: '40vh',
  overflow: 'auto',
  border: 1,
  borderColor: 'divider',
  borderRadius: '8px',
  bgcolor: 'background.default',
  fontSize: '0.8125rem',
  lineHeight: 1.5,
  // Long comments would be out of sight on a phone.
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
};

/** More rows decide nothing that these do not; a request has a limit. */
const MAX_BYTES = 500_000;

type DraftRowsProps = {
  rows: string;
  onChange: (rows: string) => void;
  /** Called with the name of a chosen file. */
  onFile: (name: string) => void;
};

/** Example rows, from a file or pasted. The file stays in the browser but for its first part. */
function DraftRows({ rows, onChange, onFile }: DraftRowsProps) {
  const { draft: texts } = useTexts('first-visit');
  const input = useRef<HTMLInputElement>(null);
  const [isCut, setCut] = useState(false);
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const text = await file.slice(0, MAX_BYTES).text();
    const isLong = file.size > MAX_BYTES;
    setCut(isLong);
    onFile(file.name);
    // The last row may have been cut in two.
    onChange(isLong ? text.slice(0, text.lastIndexOf('\n') + 1) : text);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void read(event.dataTransfer.files[0]);
  };
  return (
    <Box
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}
    >
      <Button variant="outlined" onClick={() => input.current?.click()}>
        {texts.file}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl"
        aria-label={texts.file}
        onChange={({ target }) => void read(target.files?.[0])}
      />
      <Hint>{texts.drop}</Hint>
      <TextField
        multiline
        fullWidth
        minRows={5}
        maxRows={12}
        label={texts.pasted}
        value={rows}
        onChange={({ target }) => {
          setCut(false);
          onChange(target.value);
        }}
        helperText={isCut ? texts.cut : undefined}
        slotProps={{ htmlInput: { spellCheck: false, maxLength: 1_000_000 } }}
      />
    </Box>
  );
}
