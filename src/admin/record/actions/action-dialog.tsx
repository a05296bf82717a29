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
import { useId, useState, useMemo } from 'react';
import {
  useNotify,
  useTranslate,
  FormGroupsProvider,
  RecordContextProvider,
  SourceContextProvider,
} from 'react-admin';
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form';
import type { Action } from '../../../descriptor/actions.ts';
import { checkField } from '../../../descriptor/field-check.ts';
import type { BulkSummary } from '../../client/bulk.ts';
import { useText } from '../../messages/use-text.ts';
import { BulkSummaryView } from '../../kit/bulk-summary.tsx';
import { BulkOutcome, BulkProgressBar, useBulkRun } from '../../kit/bulk-outcome.tsx';
import { percentOf } from '../../kit/percent-of.ts';
import { useNumber } from '../../kit/use-number.ts';
import { problemText } from '../../messages/problem-text.ts';
import { capitalise } from '../../client/http.ts';
import { FieldInput } from '../field-slot.tsx';
import { toNewValues, type Values } from '../form-values.ts';
import { GRID } from '../record-layout.ts';
import { useAct, type AllMatching, type Target } from './use-act.ts';

type ActionDialogProps = {
  action: Action;
  targets: readonly Target[];
  all?: AllMatching | undefined;
  onDone: (() => void) | undefined;
  onClose: () => void;
};

/** Asks what has to be told, does it, and says what became of each record it could not be done with. */
export function ActionDialog({ action, targets, all, onDone, onClose }: ActionDialogProps) {
  const say = useText();
  const translate = useTranslate();
  const number = useNumber();
  const notify = useNotify();
  const title = useId();
  const { form, submit } = useActionForm(action);
  const { done, run, cancel } = useAct(action);
  const many = useBulkRun();
  const count = all?.count ?? targets.length;
  const [summary, setSummary] = useState<BulkSummary>();
  const isBusy = done !== undefined || many.isBusy;

  const act = submit(async (told) => {
    const outcome = all
      ? await many.run({
          action: action.name,
          filter: all.filter,
          ...(action.form.size > 0 && { data: told }),
        })
      : await run(targets, told);
    if (outcome === undefined) return;
    // Of many it is told what became of all (`spec.md`, Error catalogue), of one only what failed.
    if (count > 1 || outcome.failed > 0 || outcome.stopped) {
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

  // Of one record there is nothing to choose anew, and beside no list nowhere to choose.
  const Outcome = count > 1 ? BulkOutcome : BulkSummaryView;
  const isDone = summary?.failed === 0 && summary.stopped === undefined;
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
            <Outcome summary={summary} done="updated" onKept={onClose} />
          ) : (
            <>
              <DialogContentText sx={{ mb: 1.5 }}>
                {action.confirm && `${say(action.confirm)} `}
                {count > 1 &&
                  translate('action.count', { smart_count: count, formatted: number(count) })}
              </DialogContentText>
              <ActionForm action={action} form={form} />
            </>
          )}
          <BulkProgressBar run={many} />
          {done !== undefined && (
            <LinearProgress
              variant={targets.length > 1 ? 'determinate' : 'indeterminate'}
              value={percentOf(done, targets.length)}
              aria-label={translate('action.running')}
              sx={{ mt: 2 }}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button
            color="inherit"
            disabled={many.isStopping && many.isBusy}
            onClick={isBusy ? (all ? many.cancel : cancel) : close}
          >
            {translate(summary ? 'list.close' : isBusy ? 'grid.stop' : 'list.cancel')}
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

type ActionFormProps = { action: Action; form: UseFormReturn<Values> };

/** The inputs of an action's form, each by the type of its field. */
export function ActionForm({ action, form }: ActionFormProps) {
  const sources = useMemo(
    () => ({ getSource: (source: string) => source, getLabel: (source: string) => source }),
    [],
  );
  return (
    <RecordContextProvider value={undefined}>
      <SourceContextProvider value={sources}>
        <FormProvider {...form}>
          <FormGroupsProvider>
            <Box sx={gridSx}>
              {[...action.form.values()].map((field) => (
                <FieldInput key={field.name} field={field} span={GRID} />
              ))}
            </Box>
          </FormGroupsProvider>
        </FormProvider>
      </SourceContextProvider>
    </RecordContextProvider>
  );
}

/** The form's state; `submit` hands on what was told once every field is right, as it would be stored. */
export function useActionForm({ form: fields }: Action) {
  const own = useMemo(() => [...fields.values()], [fields]);
  const form = useForm<Values>({
    defaultValues: useMemo(() => toNewValues(own), [own]),
    mode: 'onTouched',
    resolver: (values) => {
      const told: Values = {};
      const errors: Record<string, { type: string; message: string }> = {};
      for (const field of own) {
        const checked = checkField(field, values[field.name]);
        if ('value' in checked) told[field.name] = checked.value;
        else {
          const message = capitalise(checked.problems.map((each) => problemText(each)).join('; '));
          errors[field.name] = { type: 'rule', message };
        }
      }
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: told, errors: {} };
    },
  });
  const submit = (act: (told: Values) => Promise<void>) => () => void form.handleSubmit(act)();
  return { form, submit };
}

const gridSx = {
  display: 'grid',
  gridTemplateColumns: `repeat(${GRID}, minmax(0, 1fr))`,
  gap: 1,
};
