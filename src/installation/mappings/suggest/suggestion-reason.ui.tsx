import WarningIcon from '@mui/icons-material/WarningAmber';
import { Box } from '@mui/material';
import { fillTemplate, useText } from '../../../admin/extending.ts';
import type { Suggestion } from '../contract.ts';
import { texts } from '../overview-texts.ts';

/** Why a target is suggested, with a warning if its CAS number is not the printed one. */
export function SuggestionReason({ suggestion }: { suggestion: Suggestion }) {
  const { method, score, differs } = suggestion;
  const say = useText();
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      <Box component="span" sx={badgeSx}>
        {fillTemplate(say(texts[method]), { score: Math.round(score * 100) })}
      </Box>
      {differs && (
        <Box component="span" sx={{ ...badgeSx, color: 'warning.main', fontWeight: 600 }}>
          <WarningIcon aria-hidden sx={{ fontSize: '1rem' }} />
          {say(texts.differs)}
        </Box>
      )}
    </Box>
  );
}

const badgeSx = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 0.5,
  px: 0.75,
  border: 1,
  borderColor: 'currentColor',
  borderRadius: '10px',
  color: 'text.secondary',
  fontSize: '0.75rem',
  lineHeight: 1.5,
  whiteSpace: 'nowrap',
};
