import type { AccessRequest } from '../../../contract/people.ts';
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';

type UnprovenDialogProps = {
  requests: readonly AccessRequest[];
  onApprove: () => void;
  onClose: () => void;
};

/** Asks before somebody is let in whose address may be another's. */
export function UnprovenDialog({ requests, onApprove, onClose }: UnprovenDialogProps) {
  const texts = useTexts('people');
  const own = texts.requests;
  const addresses = requests.map(({ email }) => email).join(', ');
  return (
    <Dialog open onClose={onClose} aria-labelledby="unproven" fullWidth maxWidth="sm">
      <DialogTitle id="unproven">{own.unprovenTitle}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ overflowWrap: 'anywhere' }}>
          {fillTemplate(own.unprovenText, { addresses })}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button variant="contained" onClick={onApprove}>
          {own.approveAnyway}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
