import { Alert, Box, Button } from '@mui/material';
import { useEffect } from 'react';
import { useGetManyAggregate, useTranslate, type RaRecord } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useReferences } from '../../fields/reference-context.tsx';
import { isNothing } from '../kit/field-value.tsx';
import { Status } from '../kit/status/status.tsx';
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
  const said = useWhoChanged(read, isNewer && isDirty);
  return (
    <Box component={Status}>
      {said !== undefined && (
        <Alert
          // The status around it is said; as an alert it would be heard at once, in the middle of what one types.
          role="none"
          severity="info"
          sx={{ mb: 1.5 }}
          action={
            <Button color="inherit" size="small" onClick={() => onShow(read)}>
              {translate('conflict.show')}
            </Button>
          }
        >
          {said}
        </Alert>
      )}
    </Box>
  );
}

/** The whole sentence, once it is known who did it: a region that is mended is heard in halves. */
function useWhoChanged({ updatedBy }: RaRecord, isAsked: boolean): string | undefined {
  const translate = useTranslate();
  const { mayRead, titleOf } = useReferences();
  const isKnown = isAsked && !isNothing(updatedBy) && mayRead('users');
  const { data, isLoading } = useGetManyAggregate(
    'users',
    { ids: [updatedBy as string] },
    { enabled: isKnown },
  );
  if (!isAsked || (isKnown && isLoading)) return undefined;
  const who = isKnown ? data?.[0] : undefined;
  const by = who ? ` ${translate('form.by')} ${titleOf('users', who)}` : '';
  return `${translate('conflict.title')}${by}. ${translate('conflict.kept')}`;
}
