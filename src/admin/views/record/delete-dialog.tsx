import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material';
import { useId, useState } from 'react';
import { HttpError, useDataProvider, useNotify, useTranslate, type RaRecord } from 'react-admin';
import { displayTitle } from '../../../descriptor/title.ts';
import type { Problem } from '../../../fields/problem.ts';
import type { RecordProvider } from '../../data-provider.ts';
import type { ProblemDocument } from '../../http.ts';
import { useResource } from '../use-resource.ts';
import { ReferringLinks } from './referring-links.tsx';
import { useRefresh } from './use-refresh.ts';

type DeleteDialogProps = {
  record: RaRecord;
  /** Leads away from what is no more. */
  onDeleted: () => void | Promise<void>;
  onClose: () => void;
};

/** Asks once more; a record in use stays, and what uses it is a click away. */
export function DeleteDialog({ record, onDeleted, onClose }: DeleteDialogProps) {
  const { resource } = useResource();
  const translate = useTranslate();
  const title = useId();
  const { run, isBusy, trouble } = useDelete(record, onDeleted);
  const isInUse = trouble?.problems.some(refersTo) ?? false;
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      aria-labelledby={title}
      onClose={isBusy ? undefined : onClose}
    >
      <DialogTitle id={title} sx={{ overflowWrap: 'anywhere' }}>
        {translate('form.delete_title', { title: displayTitle(resource, record) })}
      </DialogTitle>
      <DialogContent>
        {trouble === undefined ? (
          <DialogContentText>{translate('form.delete_text')}</DialogContentText>
        ) : (
          <Alert severity={isInUse ? 'info' : 'error'}>
            {isInUse ? translate('form.in_use') : trouble.message}
          </Alert>
        )}
        {isInUse && <ReferringLinks id={record.id} problems={trouble?.problems ?? []} />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus disabled={isBusy} onClick={onClose}>
          {translate(trouble ? 'list.close' : 'list.cancel')}
        </Button>
        {!trouble && (
          <Button variant="contained" color="error" loading={isBusy} onClick={run}>
            {translate('form.delete')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function refersTo(problem: Problem): boolean {
  return problem.code === 'S004';
}

type Trouble = { message: string; problems: readonly Problem[] };

function useDelete(record: RaRecord, onDeleted: DeleteDialogProps['onDeleted']) {
  const { resource } = useResource();
  const provider = useDataProvider<RecordProvider>();
  const refresh = useRefresh();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();

  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await provider.delete(resource.name, { id: record.id, previousData: record });
      notify('form.deleted', { type: 'success' });
      await onDeleted();
      await refresh();
    } catch (error) {
      setBusy(false);
      const body = error instanceof HttpError ? (error.body as ProblemDocument | null) : null;
      const message = error instanceof Error ? error.message : String(error);
      setTrouble({ message, problems: body?.problems ?? [] });
    }
  };
  return { run: () => void remove(), isBusy, trouble };
}
