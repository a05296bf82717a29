import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import FilterIcon from '@mui/icons-material/FilterAlt';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslate } from 'react-admin';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import {
  explainAccess,
  type AccessQuestion,
} from '../../../descriptor/permissions/explain-access.ts';
import { useText } from '../../messages/use-text.ts';

const signs = {
  yes: { Icon: CheckIcon, color: 'success.main' },
  no: { Icon: CloseIcon, color: 'text.disabled' },
  some: { Icon: FilterIcon, color: 'warning.main' },
} as const;

type MatrixCellProps = {
  descriptor: Descriptor;
  question: AccessQuestion;
  row: string;
  onAsk: (question: AccessQuestion) => void;
};

/** The answer at a glance; pressed, it asks why. */
export function MatrixCell({ descriptor, question, row, onAsk }: MatrixCellProps) {
  const translate = useTranslate();
  const say = useText();
  const { answer } = explainAccess(descriptor, question);
  const { Icon, color } = signs[answer];
  const said = translate(`structure.answers.${answer}`);
  const label = translate('structure.why.cell', {
    role: say(descriptor.roles.get(question.role)!.label),
    operation: row,
    resource: say(question.resource.label),
    answer: said,
  });
  return (
    <ButtonBase
      aria-label={label}
      title={said}
      onClick={() => onAsk(question)}
      sx={{ width: '100%', minHeight: 32, borderRadius: 1, color }}
    >
      <Icon aria-hidden sx={{ fontSize: 18 }} />
    </ButtonBase>
  );
}
