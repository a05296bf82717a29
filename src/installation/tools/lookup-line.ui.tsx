import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import HelpOutline from '@mui/icons-material/HelpOutlined';
import HighlightOff from '@mui/icons-material/HighlightOffOutlined';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router-dom';
import type { Resource } from '../../descriptor/descriptor.ts';
import { displayTitle } from '../../descriptor/title.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import { useText } from '../../admin/messages/use-text.ts';
import { toRecordPath } from '../../admin/kit/screen-paths.ts';
import { outcomeOf, type Line, type Outcome } from './look-up.ui.ts';
import { likelyNumber } from './likely-number.ts';
import { texts } from './lookup-texts.ts';

const signs: Record<Outcome, typeof CheckCircle> = {
  found: CheckCircle,
  ambiguous: HelpOutline,
  missing: HighlightOff,
};

const colours: Record<Outcome, string> = {
  found: 'success.main',
  ambiguous: 'warning.main',
  missing: 'error.main',
};

/** What was asked for on the left, what it means on the right; below each other on a phone. */
export function LookupLine({ line, resource }: { line: Line; resource: Resource }) {
  const say = useText();
  const outcome = outcomeOf(line);
  const Sign = signs[outcome];
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) minmax(0, 2fr)' },
        columnGap: 2,
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
        overflowWrap: 'anywhere',
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, fontWeight: 600 }}>
        <Sign titleAccess={say(texts[outcome])} sx={{ color: colours[outcome] }} />
        <span>{line.value}</span>
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, pl: { xs: 4, sm: 0 }, listStyle: 'none' }}>
        {line.matches.map(({ record, by }) => (
          <li key={record._id}>
            <MuiLink component={Link} to={toRecordPath(resource, record._id)}>
              {displayTitle(resource, record)}
            </MuiLink>{' '}
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {fillTemplate(say(texts.by), { fields: by.map(nameOf).join(', ') })}
            </Box>
          </li>
        ))}
        {outcome === 'missing' && (
          <Box component="li" sx={{ color: 'text.secondary' }}>
            {sayMissing()}
          </Box>
        )}
      </Box>
    </Box>
  );

  function sayMissing(): string {
    const near = resource.fields.has('casId') ? likelyNumber(line.value) : undefined;
    if (near === undefined) return say(texts.missing);
    return fillTemplate(say(near.isDigitWrong ? texts.wrongDigit : texts.near), {
      value: near.value,
    });
  }

  function nameOf(field: string): string {
    const label = resource.fields.get(field)?.label;
    return label ? say(label) : field;
  }
}
