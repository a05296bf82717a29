import { TextField } from '@mui/material';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { AS_OF } from '../../descriptor/filter/past-query.ts';
import { fromLocal, toLocal } from '../../fields/text/date-format.ts';
import { useAsOf } from '../kit/as-of.ts';
import { DialogFrame } from '../kit/dialog-frame.tsx';
import { Hint } from '../kit/hint.tsx';
import { usePastFilter } from './filters/past-filter.ts';
import { useTexts } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** Asks for the moment, in local time, and says which filters cannot look into the past and are removed. */
export function AsOfDialog({ onClose }: { onClose: () => void }) {
  const texts = useTexts('app');
  const { setFilters } = useListContext();
  const { kept, dropped } = usePastFilter();
  const asOf = useAsOf();
  const [now] = useState(() => new Date().toISOString());
  const [local, setLocal] = useState(toLocal(asOf ?? now) ?? '');
  const moment = new Date(fromLocal(local) ?? Number.NaN);
  const isFuture = moment.getTime() > Date.parse(now);
  const isMissing = Number.isNaN(moment.getTime());
  const show = (): void => {
    if (isMissing || isFuture) return;
    setFilters({ ...kept, [AS_OF]: moment.toISOString() });
    onClose();
  };
  return (
    <DialogFrame
      title={texts.list.asOf}
      maxWidth="xs"
      cancel={texts.list.cancel}
      action={texts.list.asOfShow}
      onAction={show}
      onClose={onClose}
      isForm
      isDisabled={isMissing || isFuture}
    >
      <TextField
        autoFocus
        fullWidth
        margin="dense"
        type="datetime-local"
        label={texts.list.asOfMoment}
        value={local}
        onChange={(event) => setLocal(event.target.value)}
        error={isFuture}
        helperText={isFuture ? texts.list.asOfFuture : texts.list.asOfHint}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { step: 1 } }}
      />
      {dropped.length > 0 && (
        <Hint sx={{ mt: 1.5, overflowWrap: 'anywhere' }}>
          {fillTemplate(texts.list.asOfDropped, { what: dropped.join(', ') })}
        </Hint>
      )}
    </DialogFrame>
  );
}
