import { Alert, Box, Button } from '@mui/material';
import { useEffect } from 'react';
import { useTranslate, type RaRecord } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { systemFieldTable } from '../../../descriptor/system-fields.ts';
import { FieldValue, isNothing } from '../field-value.tsx';
import type { RecordForm } from './use-record-form.ts';

type ChangedMeanwhileProps = {
  work: RecordForm;
  /** The record as it was read last. */
  read: RaRecord;
  onShow: (current: RaRecord) => void;
};

/**
 * A newer state that came in by reading is taken over at once where nothing was typed; what was typed
 * stays, and whoever types is told by whom the record was changed and can look at both.
 */
export function ChangedMeanwhile({ work, read, onShow }: ChangedMeanwhileProps) {
  const translate = useTranslate();
  useWatch({ control: work.form.control });
  const isNewer = (read._version as number) > (work.latest()?._version as number);
  const isDirty = work.isDirty();
  useEffect(() => {
    if (isNewer && !isDirty) work.rebase(read);
  }, [isNewer, isDirty, read, work]);
  const by = read.updatedBy as unknown;
  return (
    <Box role="status">
      {isNewer && isDirty && (
        <Alert
          severity="info"
          sx={{ mb: 1.5 }}
          action={
            <Button color="inherit" size="small" onClick={() => onShow(read)}>
              {translate('conflict.show')}
            </Button>
          }
        >
          {translate('conflict.title')}
          {!isNothing(by) && (
            <>
              {` ${translate('form.by')} `}
              <FieldValue field={systemFieldTable.get('updatedBy')!} value={by} place="list" />
            </>
          )}
          {`. ${translate('conflict.kept')}`}
        </Alert>
      )}
    </Box>
  );
}
