import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { ResourceContextProvider } from 'react-admin';
import type { BulkSummary } from '../../client/bulk.ts';
import { BulkSummaryView } from '../../kit/bulk-summary.tsx';
import { useTexts } from '../../messages/texts.ts';

/** What became of several people, in the words of the specification. */
export function SummaryDialog({ summary, onClose }: { summary: BulkSummary; onClose: () => void }) {
  const texts = useTexts('people');
  const title = useId();
  const done = summary.deleted > 0 ? 'deleted' : 'updated';
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>{texts.requests.result}</DialogTitle>
      <DialogContent>
        <ResourceContextProvider value="users">
          <BulkSummaryView summary={summary} done={done} />
        </ResourceContextProvider>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {texts.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
