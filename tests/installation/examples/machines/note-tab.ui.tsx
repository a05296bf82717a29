import { Typography } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { defineRecordTab, fillTemplate, useText } from '../../../../src/admin/extending.ts';
import { texts } from './texts.ts';

function NoteTab() {
  const say = useText();
  const record = useRecordContext();
  return (
    <Typography>{fillTemplate(say(texts.note), { note: record?.['note'] ?? '–' })}</Typography>
  );
}

export const noteTab = defineRecordTab({ Tab: NoteTab });
