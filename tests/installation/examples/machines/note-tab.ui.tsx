import { Typography } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { defineRecordTab } from '../../../../src/admin/record/define-record-tab.ts';
import { useText } from '../../../../src/admin/messages/use-text.ts';
import { fillTemplate } from '../../../../src/fields/fill-template.ts';
import { texts } from './texts.ts';

function NoteTab() {
  const say = useText();
  const record = useRecordContext();
  return (
    <Typography>{fillTemplate(say(texts.note), { note: record?.['note'] ?? '–' })}</Typography>
  );
}

export const noteTab = defineRecordTab({ Tab: NoteTab });
