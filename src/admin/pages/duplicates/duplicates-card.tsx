import { Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { ToolFrame } from '../../kit/tool-frame.tsx';
import { useTexts } from '../../messages/texts.ts';

/** The card on the tools page that links to the duplicates page. */
export function DuplicatesCard() {
  const texts = useTexts('duplicates');
  return (
    <ToolFrame title={texts.title} lead={texts.card}>
      <Button
        variant="contained"
        component={Link}
        to="/tools/duplicates"
        sx={{ justifySelf: 'start' }}
      >
        {texts.open}
      </Button>
    </ToolFrame>
  );
}
