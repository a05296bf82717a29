import { Box, Link as MuiLink } from '@mui/material';
import { Link } from 'react-router-dom';
import { PageTitle } from '../kit/page-title.tsx';
import { ImportChooser } from './import-chooser.tsx';
import { useTexts } from '../messages/texts.ts';

/** Where a file comes in: it is sent, and looked at on a page of its own. */
export function ImportPage() {
  const texts = useTexts('transfer');
  return (
    <>
      <PageTitle title={texts.import} />
      <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 760 }}>
        <ImportChooser />
        <MuiLink component={Link} to="/tools/jobs" sx={{ justifySelf: 'start' }}>
          {texts.allJobs}
        </MuiLink>
      </Box>
    </>
  );
}
