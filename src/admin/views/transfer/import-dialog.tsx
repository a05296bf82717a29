import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
} from '@mui/material';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '../../use-text.ts';
import { useResource } from '../use-resource.ts';
import { BulkSummaryView } from './bulk-summary.tsx';
import { FileChoice } from './file-choice.tsx';
import { ImportChoices } from './import-choices.tsx';
import { useImport, type Import } from './use-import.ts';

/** Records from a file: chosen, tried without writing anything, looked at, then imported. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const work = useImport();
  const { resource } = useResource();
  const say = useText();
  const translate = useTranslate();
  const title = useId();
  const isBusy = work.step === 'checking' || work.step === 'importing';
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      aria-labelledby={title}
      onClose={work.step === 'importing' ? undefined : onClose}
    >
      <DialogTitle id={title}>
        {translate('import.title', { name: say(resource.label) })}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        {work.step !== 'done' && (
          <>
            <FileChoice
              file={work.settings.file}
              disabled={isBusy}
              onChoose={(file) => work.change({ file })}
            />
            <ImportChoices settings={work.settings} disabled={isBusy} onChange={work.change} />
          </>
        )}
        {isBusy && <LinearProgress aria-label={translate(`import.${work.step}`)} />}
        {work.error !== undefined && <Alert severity="error">{work.error}</Alert>}
        <Outcome work={work} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" disabled={work.step === 'importing'} onClick={onClose}>
          {translate(work.step === 'done' ? 'list.close' : 'list.cancel')}
        </Button>
        <NextButton work={work} />
      </DialogActions>
    </Dialog>
  );
}

function Outcome({ work: { step, summary, settings } }: { work: Import }) {
  const translate = useTranslate();
  if (summary === undefined || step === 'checking') return null;
  const done = settings.mode === 'update' ? 'updated' : 'created';
  return (
    <>
      {step !== 'done' && (
        <Alert severity={summary.failed > 0 ? 'warning' : 'info'}>
          {translate('import.nothing_written')}
        </Alert>
      )}
      <BulkSummaryView summary={summary} done={done} />
    </>
  );
}

function NextButton({ work: { step, summary, settings, run } }: { work: Import }) {
  const translate = useTranslate();
  if (step === 'done') return null;
  if (step === 'choosing' || step === 'checking') {
    return (
      <Button
        variant="contained"
        disabled={settings.file === undefined}
        loading={step === 'checking'}
        onClick={() => run(true)}
      >
        {translate('import.check')}
      </Button>
    );
  }
  const { created = 0, updated = 0, failed = 0 } = summary ?? {};
  const count = settings.atomic && failed > 0 ? 0 : created + updated;
  return (
    <Button
      variant="contained"
      disabled={count === 0}
      loading={step === 'importing'}
      onClick={() => run(false)}
    >
      {translate('import.run', { smart_count: count })}
    </Button>
  );
}
