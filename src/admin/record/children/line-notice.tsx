import { Alert, Box, Button } from '@mui/material';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { FieldValue } from '../../resource/field-value.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { toConflicts } from '../form/conflict.ts';
import type { RecordForm } from '../use-record-form.ts';
import type { Line, Lines } from './lines.ts';

type LineNoticeProps = { lines: Lines; line: Line; name: string; work: RecordForm };

/** What somebody else saved in a line that the user has changed too. The user decides which of both to keep. */
export function LineNotice({ lines, line, name, work }: LineNoticeProps) {
  const texts = useTexts('lines');
  const { say } = useI18n();
  const { readable } = useResource();
  const { theirs, isRemoved } = line;
  const isDeleted = theirs === 'deleted';
  const sides = { base: work.base ?? {}, current: isDeleted ? {} : (theirs ?? {}), changes: {} };
  const changed = isDeleted ? [] : toConflicts(readable, sides);
  const text = fillTemplate(isDeleted ? texts.deleted : texts.theirs, { line: name });
  const keepMine = isRemoved ? texts.keepDeletion : texts.keepMine;
  return (
    <Alert
      // The status around it announces it; an alert would interrupt what the user is typing.
      role="none"
      severity="warning"
      sx={{ mb: 1, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      <Box component={Status}>
        {text}
        <Box component="dl" sx={changesSx}>
          {changed.map(({ field, theirs: value }) => (
            <Box key={field.name}>
              <dt>{say(field.label)}:</dt>
              <dd>
                <FieldValue field={field} value={value} place="page" record={sides.current} />
              </dd>
            </Box>
          ))}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" color="inherit" onClick={() => lines.takeTheirs(line)}>
          {isDeleted ? texts.acceptDeletion : texts.takeTheirs}
        </Button>
        <Button size="small" color="inherit" onClick={() => lines.keepMine(line)}>
          {isDeleted ? texts.addAgain : keepMine}
        </Button>
      </Box>
    </Alert>
  );
}

const changesSx = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 2,
  my: 0.5,
  '& > div': { display: 'flex', gap: 0.5, minWidth: 0, overflowWrap: 'anywhere' },
  '& dt': { fontWeight: 600 },
  '& dd': { m: 0 },
};
