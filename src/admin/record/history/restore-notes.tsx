import { Alert, Button, FormControlLabel, Radio, RadioGroup } from '@mui/material';
import type { Field } from '../../../fields/type/field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Hint } from '../../kit/hint.tsx';
import { useFieldLabel } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';

type ConflictNoteProps = {
  /** How many fields cannot get their earlier values; 0 if the trouble is another one. */
  count: number;
  message: string;
  /** Undefined if nothing would be left to restore. */
  onLeaveOut: (() => void) | undefined;
};

/** Why nothing was restored; the fields concerned say more. */
export function ConflictNote({ count, message, onLeaveOut }: ConflictNoteProps) {
  const texts = useTexts('history');
  return (
    <Alert
      severity="error"
      sx={{ mb: 2, flexWrap: 'wrap' }}
      action={
        onLeaveOut && (
          <Button color="inherit" size="small" onClick={onLeaveOut}>
            {texts.leaveOut}
          </Button>
        )
      }
    >
      {count > 0 ? fillTemplate(texts.conflicts, { count }) : message}
    </Alert>
  );
}

/** Names the fields that a restore does not change; nothing if there are none. */
export function KeptFields({ fields, text }: { fields: readonly Field[]; text: string }) {
  const say = useText();
  if (fields.length === 0) return null;
  const names = fields.map((field) => say(field.label)).join(', ');
  return <Hint sx={{ mt: 1.5 }}>{fillTemplate(text, { fields: names })}</Hint>;
}

type UnsavedNoteProps = {
  /** The fields that the user has changed in the form and not saved. */
  names: readonly string[];
  isDropped: boolean;
  onChange: (isDropped: boolean) => void;
};

/** Asks what becomes of what the user has typed into the form. */
export function UnsavedNote({ names, isDropped, onChange }: UnsavedNoteProps) {
  const texts = useTexts('history');
  const labelOf = useFieldLabel();
  const fields = names.map(labelOf).join(', ');
  const question = fillTemplate(texts.unsaved, { fields });
  return (
    <Alert severity="warning" role="note" sx={{ mt: 2 }}>
      {question}
      <RadioGroup
        aria-label={question}
        value={isDropped ? 'drop' : 'keep'}
        onChange={(_, value) => onChange(value === 'drop')}
      >
        <FormControlLabel value="keep" control={<Radio size="small" />} label={texts.keepUnsaved} />
        <FormControlLabel value="drop" control={<Radio size="small" />} label={texts.dropUnsaved} />
      </RadioGroup>
    </Alert>
  );
}
