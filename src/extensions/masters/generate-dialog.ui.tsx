import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useId } from 'react';
import { useText } from '../../admin/use-text.ts';
import { useNumber } from '../../admin/views/use-number.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import type { Outcome } from './generate-run.ui.ts';
import { texts } from './generate-texts.ts';

type GenerateDialogProps = { outcome: Outcome; onConfirm: () => void; onClose: () => void };

export function GenerateDialog({ outcome, onConfirm, onClose }: GenerateDialogProps) {
  const say = useText();
  const write = useNumber();
  const title = useId();
  const { created, updated, superseded } = outcome;
  const counts = {
    created: write(created),
    updated: write(updated),
    superseded: write(superseded),
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>{say(texts.runTitle)}</DialogTitle>
      <DialogContent>
        <DialogContentText>{fillTemplate(say(texts.runText), counts)}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {say(texts.cancel)}
        </Button>
        <Button variant="contained" autoFocus onClick={onConfirm}>
          {say(texts.run)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
