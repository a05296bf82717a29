import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../messages/use-text.ts';
import { useResource } from '../kit/use-resource.ts';
import { useBackPath } from './record-place.ts';

/** Over a record: the way back to its list, and on through it. It stays while the record changes, with the focus. */
export function RecordWay({ children }: { children?: ReactNode }) {
  const { resource, may } = useResource();
  const say = useText();
  const back = useBackPath();
  return (
    <Box sx={waySx}>
      {may('list') && (
        <Button
          size="small"
          color="inherit"
          startIcon={<ArrowBackIcon />}
          component={Link}
          to={back}
          sx={{ ml: -0.5, color: 'text.secondary' }}
        >
          {say(resource.label)}
        </Button>
      )}
      <Box sx={{ ml: 'auto' }}>{children}</Box>
    </Box>
  );
}

const waySx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  mb: 0.5,
  displayPrint: 'none',
};
