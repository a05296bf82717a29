import { Box, Typography } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { useConfig } from '../../client/config.tsx';
import { useTexts } from '../../messages/texts.ts';
import { KeySection } from './key-section.tsx';

/** The API keys of a user, on the page of the user, for admins. */
export function UserKeysTab({ id }: { id: string }) {
  const texts = useTexts('keys');
  const { user } = useConfig();
  const record = useRecordContext();
  const isService = record?.['isService'] === true;
  return (
    <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
      <Typography sx={{ color: 'text.secondary', mb: 1.5 }}>
        {isService ? texts.ofServiceHelp : texts.ofPersonHelp}
      </Typography>
      <KeySection
        owner={{ id, role: String(record?.['role'] ?? '') }}
        mayMake={isService || id === user._id}
      />
    </Box>
  );
}
