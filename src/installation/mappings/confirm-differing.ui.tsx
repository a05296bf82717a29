import { DialogContentText } from '@mui/material';
import { fillTemplate, useText } from '../../admin/extending.ts';
import { DialogFrame } from '../../admin/kit/dialog-frame.tsx';
import type { Term } from './contract.ts';
import { texts } from './overview-texts.ts';
import { readPrintedNumbers } from './suggest/printed-numbers.ts';
import type { Choice } from './terms-api.ui.ts';

export type Differing = { term: Term; choice: Choice };

type Props = Differing & { onConfirm: () => void; onClose: () => void };

/** Asks before a term is mapped to a target with another CAS number or a less similar name, so that no single key does it. */
export function ConfirmDiffering({ term, choice, onConfirm, onClose }: Props) {
  const say = useText();
  const printed = readPrintedNumbers(term.printed, term.printedCas ?? '').numbers.join(', ');
  return (
    <DialogFrame
      title={say(choice.differs ? texts.differsTitle : texts.unsureTitle)}
      cancel={say(texts.cancel)}
      action={say(texts.mapAnyway)}
      focus="cancel"
      fullWidth={false}
      onAction={onConfirm}
      onClose={onClose}
    >
      <DialogContentText sx={{ overflowWrap: 'anywhere' }}>
        {fillTemplate(say(choice.differs ? texts.differsText : texts.unsureText), {
          term: term.printed,
          printed,
          name: choice.name,
          number: choice.note ?? '',
          percent: Math.round((choice.score ?? 0) * 100),
        })}
      </DialogContentText>
    </DialogFrame>
  );
}
