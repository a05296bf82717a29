import { Box, Checkbox, DialogContentText, FormControlLabel, FormHelperText } from '@mui/material';
import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { MomentInput } from '../../kit/day-input.tsx';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { useUndo } from '../../resource/undo/use-undo.ts';
import { UserPicker } from '../../resource/user-picker.tsx';
import { useTexts } from '../../messages/texts.ts';
import { inputsSx } from '../../kit/native-select.tsx';

type UndoPeriodDialogProps = {
  /** The person, if it is known already. */
  by?: string | undefined;
  /** Whether only this person can be meant. */
  isFixed?: boolean;
  onClose: () => void;
};

/** Milliseconds of the period that is proposed. */
const DAY_MS = 86_400_000;

/** Undoes everything that one person changed in a period, once the user has agreed to it. */
export function UndoPeriodDialog({ by: initialBy = '', isFixed, onClose }: UndoPeriodDialogProps) {
  const { sets: own, cancel } = useTexts('changes');
  const undo = useUndo();
  const [by, setBy] = useState(initialBy);
  const [from, setFrom] = useState(() => new Date(Date.now() - DAY_MS).toISOString());
  const [to, setTo] = useState(() => new Date().toISOString());
  const [isAgreed, setAgreed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isWrong = from !== '' && to !== '' && from >= to;
  const isComplete = by !== '' && from !== '' && to !== '' && !isWrong;
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    // A user who changes what is undone has to agree again.
    setAgreed(false);
  };
  const run = async (): Promise<void> => {
    setBusy(true);
    await undo({ by, from, to });
    onClose();
  };
  return (
    <DialogFrame
      title={own.periodTitle}
      isGrave
      isForm
      cancel={cancel}
      action={own.periodDo}
      isDisabled={!isComplete || !isAgreed}
      isLoading={isBusy}
      isBusy={isBusy}
      onAction={() => void run()}
      onClose={onClose}
    >
      <Box sx={{ ...inputsSx(200), pt: 1 }}>
        {!isFixed && (
          <Box sx={{ gridColumn: '1 / -1' }}>
            <UserPicker label={own.periodWho} value={by} onChange={change(setBy)} />
          </Box>
        )}
        <MomentInput label={own.periodFrom} value={from} onChange={change(setFrom)} />
        <MomentInput label={own.periodTo} value={to} onChange={change(setTo)} />
      </Box>
      {isWrong && <FormHelperText error>{own.periodWrong}</FormHelperText>}
      {isComplete && (
        <>
          <Consequence {...{ by, from, to }} />
          <FormControlLabel
            sx={{ mt: 1 }}
            control={<Checkbox checked={isAgreed} onChange={(_, is) => setAgreed(is)} />}
            label={own.periodAgree}
          />
        </>
      )}
    </DialogFrame>
  );
}

/** Says what will be undone, with the name of the person. */
function Consequence({ by, from, to }: { by: string; from: string; to: string }) {
  const { sets: own } = useTexts('changes');
  const { data: person } = useGetOne('users', { id: by });
  return (
    <DialogContentText sx={{ mt: 2 }}>
      {fillTemplate(own.periodText, {
        who: String(person?.name ?? by),
        from: showDateTime(from),
        to: showDateTime(to),
      })}
    </DialogContentText>
  );
}
