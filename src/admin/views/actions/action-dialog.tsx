import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  LinearProgress,
} from '@mui/material';
import { useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import type { Action } from '../../../descriptor/actions.ts';
import type { BulkSummary } from '../../provider/bulk.ts';
import { useText } from '../../use-text.ts';
import { BulkSummaryView } from '../transfer/bulk-summary.tsx';
import { useNumber } from '../use-number.ts';
import { ActionForm, useActionForm } from './action-form.tsx';
import { useAct, type Target } from './use-act.ts';

type ActionDialogProps = {
  action: Action;
  targets: readonly Target[];
  onDone: (() => void) | undefined;
  onClose: () => void;
};

/** Asks what has to be told, does it, and says what became of each record it could not be done with. */
export function ActionDialog({ action, targets, onDone, onClose }: ActionDialogProps) {
  const say = useText();
  const translate = useTranslate();
  const number = useNumber();
  const notify = useNotify();
  const title = useId();
  const { form, submit } = useActionForm(action);
  const { done, run, cancel } = useAct(action);
  const [summary, setSummary] = useState<BulkSummary>();
  const isBusy = done !== undefined;

  const act = submit(async (told) => {
    const outcome = await run(targets, told);
    // Of many it is told what became of all (`spec.md`, Error catalogue), of one only what failed.
    if (targets.length > 1 || outcome.failed > 0 || outcome.total < targets.length) {
      setSummary(outcome);
      return;
    }
    notify('action.done', {
      type: 'success',
      messageArgs: { action: say(action.label), smart_count: outcome.updated },
    });
    onDone?.();
    onClose();
  });

  const isDone = summary?.failed === 0 && summary.total === targets.length;
  const close = (): void => {
    if (isDone) onDone?.();
    onClose();
  };

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={isBusy ? undefined : close}
      aria-labelledby={title}
    >
      <DialogTitle id={title}>{say(action.label)}</DialogTitle>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // Dialogs of a form's page are its children to React, which would submit that form too.
          event.stopPropagation();
          if (!isBusy && !summary) act();
        }}
      >
        <DialogContent sx={{ pt: 0 }}>
          {summary ? (
            <BulkSummaryView summary={summary} done="updated" />
          ) : (
            <>
              <DialogContentText sx={{ mb: 1.5 }}>
                {action.confirm && `${say(action.confirm)} `}
                {targets.length > 1 && translate('action.count', { count: number(targets.length) })}
              </DialogContentText>
              <ActionForm action={action} form={form} />
            </>
          )}
          {isBusy && (
            <LinearProgress
              variant={targets.length > 1 ? 'determinate' : 'indeterminate'}
              value={(100 * (done ?? 0)) / targets.length}
              aria-label={translate('action.running')}
              sx={{ mt: 2 }}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={isBusy ? cancel : close}>
            {translate(summary ? 'list.close' : 'list.cancel')}
          </Button>
          {!summary && (
            <Button type="submit" variant="contained" loading={isBusy}>
              {say(action.label)}
            </Button>
          )}
        </DialogActions>
      </Box>
    </Dialog>
  );
}
