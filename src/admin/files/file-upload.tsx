import { Alert, Box, Button, LinearProgress, TextField } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { HttpError } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { Resource } from '../../descriptor/descriptor.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { percentOf } from '../kit/formats/percent-of.ts';
import { useNumberFormat } from '../kit/formats/use-number-format.ts';
import { FileChooser } from './file-chooser.tsx';
import { readJobs, sendFile } from './job/jobs.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { useTexts } from '../messages/texts.ts';
import UploadFileIcon from '@mui/icons-material/UploadFile';
import { Hint } from '../kit/hint.tsx';

type Sent = { bytes: number; of: number };

/** A file and its idempotency key. If only the response was lost, sending it again under the key makes no second job. */
type Upload = { file: File; key: string };

/** Sends a file and opens the page of its job. Shows how much is sent, and the user can stop it. */
export function FileUpload({ resource }: { resource: Resource }) {
  const texts = useTexts('files');
  const navigate = useNavigate();
  const abort = useRef(new AbortController());
  const [sent, setSent] = useState<Sent>({ bytes: 0, of: 0 });
  useEffect(() => () => abort.current.abort(), []);
  const { mutate, isPending, error, reset, variables } = useMutation({
    mutationFn: async ({ file, key }: Upload) => {
      if (file.size === 0) throw new Error(texts.file.empty);
      abort.current = new AbortController();
      setSent({ bytes: 0, of: file.size });
      const onSent = (bytes: number, of: number): void => setSent({ bytes, of });
      return sendFile(resource, file, { key, signal: abort.current.signal, onSent });
    },
    onSuccess: ({ id }) => navigate(`/tools/jobs/${id}`),
  });
  const wasStopped = error instanceof Error && error.name === 'AbortError';
  return (
    <>
      {error && !wasStopped && (
        <Trouble error={error} sent={sent} onAgain={() => variables && mutate(variables)} />
      )}
      <FileDrop
        disabled={isPending}
        onChoose={(file) => mutate({ file, key: crypto.randomUUID() })}
      />
      {isPending && (
        <Sending
          sent={sent}
          onStop={() => {
            abort.current.abort();
            reset();
          }}
        />
      )}
      <Limits />
    </>
  );
}

/** Tells a broken connection, after which the same file can be sent again, from a file the server refused. */
function Trouble({ error, sent, onAgain }: { error: unknown; sent: Sent; onAgain: () => void }) {
  const { file: texts } = useTexts('files');
  const megabytes = useMegabytes();
  if (!(error instanceof HttpError) || error.status !== 0) return <ProblemAlert error={error} />;
  // `sent` counts what left the browser; only the server could tell what arrived.
  const counts = { sent: megabytes(sent.bytes), size: megabytes(sent.of) };
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={onAgain} sx={{ whiteSpace: 'nowrap' }}>
          {texts.again}
        </Button>
      }
    >
      {sent.bytes === 0 ? error.message : fillTemplate(texts.broken, counts)}
    </Alert>
  );
}

function Sending({ sent: { bytes, of }, onStop }: { sent: Sent; onStop: () => void }) {
  const { file: texts, cancel } = useTexts('files');
  const megabytes = useMegabytes();
  const percent = Math.round(percentOf(bytes, of));
  const isThere = of > 0 && bytes >= of;
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <LinearProgress
          aria-label={texts.sending}
          sx={{ flex: 1 }}
          // The whole file is sent, and the server is checking it.
          {...(isThere ? {} : { variant: 'determinate', value: percent })}
        />
        <Button onClick={onStop}>{cancel}</Button>
      </Box>
      <Hint sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {isThere
          ? texts.looking
          : fillTemplate(texts.sent, { sent: megabytes(bytes), size: megabytes(of) })}
      </Hint>
    </Box>
  );
}

function Limits() {
  const { file: texts } = useTexts('files');
  const number = useNumberFormat();
  const { data } = useQuery({
    queryKey: ['jobs', 'limits'],
    queryFn: ({ signal }) => readJobs({ _perPage: '1' }, signal),
    staleTime: Infinity,
  });
  if (!data) return null;
  const { fileBytes, workbookBytes, recordBytes, columns, failedRows } = data.limits;
  return (
    <Hint>
      {fillTemplate(texts.limits, {
        file: number(fileBytes / 1e6),
        workbook: number(workbookBytes / 1e6),
        record: number(recordBytes / 1e6),
        columns: number(columns),
        failed: number(failedRows),
      })}
    </Hint>
  );
}

function useMegabytes(): (bytes: number) => string {
  const number = useNumberFormat();
  return (bytes) => number(Math.round(bytes / 1e5) / 10);
}

/** A file chosen in a dialog or dropped here, or cells pasted from a spreadsheet. */
export function FileDrop({
  disabled,
  onChoose,
}: {
  disabled: boolean;
  onChoose: (file: File) => void;
}) {
  const { file: texts } = useTexts('files');
  const [isOver, setOver] = useState(false);
  const [pasted, setPasted] = useState('');
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !disabled) onChoose(dropped);
  };
  return (
    <>
      <Box
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{ ...zoneSx, borderColor: isOver ? 'primary.main' : 'divider' }}
      >
        <UploadFileIcon aria-hidden sx={{ fontSize: 40, color: 'text.secondary' }} />
        <FileChooser
          label={texts.choose}
          variant="contained"
          disabled={disabled}
          onChoose={onChoose}
        />
        <Hint sx={{ textAlign: 'center' }}>{texts.drop}</Hint>
      </Box>
      <TextField
        label={texts.paste}
        value={pasted}
        disabled={disabled}
        onChange={(event) => setPasted(event.target.value)}
        multiline
        minRows={3}
        maxRows={10}
        fullWidth
        sx={{ m: 0 }}
        slotProps={{ htmlInput: { spellCheck: false } }}
      />
      {pasted.trim() !== '' && (
        <Button
          variant="outlined"
          disabled={disabled}
          sx={{ justifySelf: 'start' }}
          onClick={() => onChoose(toFile(pasted))}
        >
          {texts.take}
        </Button>
      )}
    </>
  );
}

/** Cells pasted from a spreadsheet have tabs between them; for other text the content tells the format. */
function toFile(pasted: string): File {
  const [first = ''] = pasted.split('\n');
  if (/^\s*[[{]/.test(pasted)) return new File([pasted], 'pasted.json');
  return new File([pasted], first.includes('\t') ? 'pasted.tsv' : 'pasted.csv');
}

const zoneSx = {
  display: 'grid',
  justifyItems: 'center',
  gap: 1,
  px: 2,
  py: 4,
  border: 2,
  borderStyle: 'dashed',
  borderRadius: 2,
};
