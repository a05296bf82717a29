import AsOfIcon from '@mui/icons-material/EventRepeatOutlined';
import { Alert, Button } from '@mui/material';
import { Link, type To } from 'react-router-dom';
import { showDateTime } from '../../fields/text/date-format.ts';
import { useAsOf } from '../kit/as-of.ts';
import { useTexts } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** Says which moment the screen shows, and leads back to today. */
export function AsOfBanner({ today, state }: { today: To; state?: unknown }) {
  const texts = useTexts('app');
  const asOf = useAsOf();
  if (asOf === undefined) return null;
  const isMoment = !Number.isNaN(Date.parse(asOf));
  return (
    <Alert
      severity="info"
      icon={<AsOfIcon />}
      role="note"
      sx={bannerSx}
      action={
        <Button color="inherit" size="small" component={Link} to={today} state={state}>
          {texts.list.asOfToday}
        </Button>
      }
    >
      {fillTemplate(texts.list.asOfBanner, { moment: isMoment ? showDateTime(asOf) : asOf })}
    </Alert>
  );
}

// On a narrow screen the button moves below the text.
const bannerSx = {
  mb: 1.5,
  border: 1,
  borderColor: 'info.main',
  flexWrap: 'wrap',
  '& .MuiAlert-message': { flex: '1 1 200px', minWidth: 0 },
};
