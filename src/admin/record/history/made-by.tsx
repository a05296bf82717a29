import { requireEntry } from '../../../fields/require-entry.ts';
import { Box } from '@mui/material';
import type { RecordVersion } from '../../../contract/past.ts';
import { showDateTime } from '../../../fields/text/date-format.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useReferences } from '../../../fields/type/reference-context.tsx';
import { systemFieldTable } from '../../../descriptor/system-fields.ts';
import { useConfig } from '../../client/config.tsx';
import { FieldValue } from '../../resource/field-value.tsx';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { wayText } from '../../kit/formats/way-text.ts';
import { useTexts } from '../../messages/texts.ts';

type Origin = Pick<RecordVersion, 'at' | 'by' | 'way' | 'changeSet' | 'file' | 'key'>;

/** Who made a version, when, and by what. */
export function MadeBy({ origin }: { origin: Origin }) {
  const { at, by, way } = origin;
  return (
    <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
      <Person id={by} />
      {' · '}
      <ExactTime moment={at} />
      {way !== null && !(way === 'system' && by === null) && (
        <>
          {' · '}
          <WayOf origin={origin} />
        </>
      )}
    </Box>
  );
}

/** A person by name, with a link for those who may see people. */
function Person({ id }: { id: string | null }) {
  const texts = useTexts('history');
  const { user } = useConfig();
  const { mayRead } = useReferences();
  if (id === null) return texts.system;
  // Everybody knows their own name.
  if (id === user._id && !mayRead('users')) return user.name;
  return <FieldValue field={requireEntry(systemFieldTable, 'createdBy')} value={id} place="list" />;
}

/** How long ago; the exact moment is in the tooltip and for screen readers. */
function ExactTime({ moment }: { moment: string }) {
  return (
    <>
      <RelativeTime moment={moment} />
      <Box component="span" sx={visuallyHidden}>
        {` (${showDateTime(moment)})`}
      </Box>
    </>
  );
}

function WayOf({ origin }: { origin: Origin }) {
  const { way, changeSet, file } = origin;
  const texts = useTexts('history');
  if (way === null) return null;
  const ofFile = file === undefined ? undefined : fillTemplate(texts.ofFile, { file });
  const text = wayText(texts, origin, ofFile);
  // The change set of an import has the ID of its job.
  if (way !== 'import' || changeSet === null) return text;
  return <TextLink to={`/tools/jobs/${changeSet}`}>{text}</TextLink>;
}
