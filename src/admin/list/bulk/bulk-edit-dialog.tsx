import {
  Alert,
  Autocomplete,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  IconButton,
  TextField,
} from '@mui/material';
import ClearIcon from '@mui/icons-material/Clear';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { FormGroupsProvider, SourceContextProvider, useTranslate } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import { checkField, emptyOf } from '../../../descriptor/field-check.ts';
import type { Field } from '../../../fields/field.ts';
import type { Chosen } from '../../client/bulk.ts';
import { inputsIn } from '../grid/editing/start-typing.ts';
import { useText } from '../../messages/use-text.ts';
import { FieldInput } from '../../record/field-slot.tsx';
import { GRID } from '../../record/record-layout.ts';
import { useNumber } from '../../kit/use-number.ts';
import { useResource } from '../../kit/use-resource.ts';
import { BulkOutcome, BulkProgressBar, useBulkRun } from '../../kit/bulk-outcome.tsx';
type BulkEditDialogProps = {
  chosen: Chosen;
  count: number;
  /** How many were chosen; the others the role may not touch. */
  of: number;
  onClose: () => void;
};

/** Sets fields of many records at once: those one names here, and no other. */
export function BulkEditDialog({ chosen, count, of, onClose }: BulkEditDialogProps) {
  const { readable, isWritable } = useResource();
  const translate = useTranslate();
  const say = useText();
  const number = useNumber();
  const title = useId();
  const run = useBulkRun();
  const [fields, setFields] = useState<readonly Field[]>([]);
  const form = useForm<Record<string, unknown>>({ mode: 'onTouched', shouldUnregister: false });
  const sources = useMemo(
    () => ({ getSource: (source: string) => source, getLabel: (source: string) => source }),
    [],
  );
  const offered = readable.filter(
    (field) => isWritable(field.name) && !field.unique && !fields.includes(field),
  );
  const add = (field: Field): void => {
    form.setValue(field.name, emptyOf(field));
    setFields([...fields, field]);
  };
  const rows = useRef<HTMLDivElement>(null);
  const last = fields.at(-1)?.name;
  useEffect(() => {
    const row = last === undefined ? null : rows.current?.lastElementChild;
    if (row instanceof HTMLElement) inputsIn(row)[0]?.focus();
  }, [last]);
  const submit = async (): Promise<void> => {
    const data: Record<string, unknown> = {};
    for (const field of fields) {
      const checked = checkField(field, form.getValues(field.name));
      if ('problems' in checked) return void form.trigger();
      data[field.name] = checked.value;
    }
    await run.run({ action: 'update', ...chosen, data });
  };
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={run.isBusy ? undefined : onClose}
      aria-labelledby={title}
    >
      <DialogTitle id={title}>
        {run.summary?.stopped
          ? translate('grid.bulk_stopped')
          : translate('grid.bulk_edit_title', { smart_count: count, formatted: number(count) })}
      </DialogTitle>
      <DialogContent>
        {run.summary ? (
          <BulkOutcome summary={run.summary} done="updated" onKept={onClose} />
        ) : (
          <>
            <DialogContentText sx={{ mb: 1.5 }}>
              {translate('grid.bulk_edit_text')}
            </DialogContentText>
            {count < of && (
              <Alert severity="info" sx={{ mb: 1.5 }}>
                {translate('list.may_update', { count: number(count), of: number(of) })}
              </Alert>
            )}
            <SourceContextProvider value={sources}>
              <FormProvider {...form}>
                <FormGroupsProvider>
                  <div ref={rows}>
                    {fields.map((field) => (
                      <Box
                        key={field.name}
                        sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}
                      >
                        <Box sx={{ flex: 1, minWidth: 0 }}>
                          <FieldInput field={field} span={GRID} />
                        </Box>
                        <IconButton
                          size="small"
                          aria-label={translate('grid.leave_field', { label: say(field.label) })}
                          onClick={() => setFields(fields.filter((each) => each !== field))}
                          sx={{ mt: 1.25 }}
                        >
                          <ClearIcon fontSize="small" />
                        </IconButton>
                      </Box>
                    ))}
                  </div>
                </FormGroupsProvider>
              </FormProvider>
            </SourceContextProvider>
            <Autocomplete
              key={fields.length}
              size="small"
              options={offered}
              getOptionLabel={(field) => say(field.label)}
              getOptionKey={(field) => field.name}
              onChange={(_, field) => field && add(field)}
              renderInput={(params) => (
                <TextField {...params} label={translate('grid.add_field')} />
              )}
            />
            <BulkProgressBar run={run} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button
          color="inherit"
          disabled={run.isStopping && run.isBusy}
          onClick={run.isBusy ? run.cancel : onClose}
        >
          {translate(run.summary ? 'list.close' : run.isBusy ? 'grid.stop' : 'list.cancel')}
        </Button>
        {!run.summary && (
          <Button
            variant="contained"
            loading={run.isBusy}
            disabled={fields.length === 0}
            onClick={() => void submit()}
          >
            {translate('grid.bulk_edit_do', { smart_count: count, formatted: number(count) })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
