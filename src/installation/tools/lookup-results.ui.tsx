import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import DownloadIcon from '@mui/icons-material/FileDownload';
import ListIcon from '@mui/icons-material/List';
import { Alert, Box, Button, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { fillTemplate, useCopy, useNumberFormat, useText } from '../../admin/extending.ts';
import { saveStream } from '../../admin/client/save-stream.ts';
import { toListPath, toRecordPath } from '../../admin/kit/screen-paths.ts';
import { TextLink } from '../../admin/kit/text-link.tsx';
import { useNotifyError } from '../../admin/client/use-notify-error.ts';
import { Status } from '../../admin/kit/status/status.tsx';
import { outcomeOf, type Lookup, type Line, type Outcome, toLookupFile } from './look-up.ui.ts';
import { texts } from './lookup-texts.ts';
import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import UnknownIcon from '@mui/icons-material/QuestionMark';
import NotFoundIcon from '@mui/icons-material/HighlightOffOutlined';
import type { Resource } from '../../descriptor/descriptor.ts';
import { displayTitle } from '../../descriptor/title.ts';
import { SimilarValues } from './similar-values.ui.tsx';
import { likelyCasNumber } from './parse-values.ts';

const outcomes: readonly Outcome[] = ['found', 'ambiguous', 'missing'];

/** The number of ids that fit into the address of a list, which has at most 8,192 characters. */
const LIST_IDS = 100;

export function LookupResults({ lookup }: { lookup: Lookup }) {
  const say = useText();
  const write = useNumberFormat();
  const [shown, setShown] = useState<Outcome | 'all'>('all');
  const { resource, lines, more } = lookup;
  const by = (outcome: Outcome): Line[] => lines.filter((line) => outcomeOf(line) === outcome);
  const counts = Object.fromEntries(
    outcomes.map((outcome) => [outcome, write(by(outcome).length)]),
  );
  const listed = shown === 'all' ? lines : by(shown);
  return (
    <Box component="section" aria-label={say(texts.results)} sx={{ display: 'grid', gap: 2 }}>
      <Typography component={Status} variant="h6">
        {fillTemplate(say(texts.summary), counts)}
      </Typography>
      {more && <Alert severity="warning">{say(texts.more)}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={shown}
          onChange={(_, next: Outcome | 'all' | null) => next !== null && setShown(next)}
          aria-label={say(texts.show)}
          sx={togglesSx}
        >
          {(['all', ...outcomes] as const).map((outcome) => (
            <ToggleButton key={outcome} value={outcome} sx={{ textTransform: 'none' }}>
              {say(texts[outcome])} {write(outcome === 'all' ? lines.length : by(outcome).length)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <OpenList lookup={lookup} />
        <SaveFile resource={resource} lines={listed} />
        <CopyMissing values={by('missing').map(({ value }) => value)} />
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {listed.map((line) => (
          <LookupLine key={line.value} line={line} resource={resource} />
        ))}
      </Box>
    </Box>
  );
}

// Four in a row are wider than a phone.
const togglesSx = {
  display: { xs: 'grid', sm: 'inline-flex' },
  gridTemplateColumns: '1fr 1fr',
  width: { xs: 1, sm: 'auto' },
  '& .MuiToggleButton-root': {
    px: 1.25,
    '@media (max-width: 599.95px)': { m: 0, borderRadius: 0, borderColor: 'divider' },
  },
};

/** Opens the records found as a list of their collection, to filter, export or change them together. */
function OpenList({ lookup: { resource, lines } }: { lookup: Lookup }) {
  const say = useText();
  const write = useNumberFormat();
  const ids = [...new Set(lines.flatMap(({ matches }) => matches.map(({ record }) => record._id)))];
  const starts = Array.from({ length: Math.ceil(ids.length / LIST_IDS) }, (_, at) => at * LIST_IDS);
  return starts.map((start) => {
    const part = ids.slice(start, start + LIST_IDS);
    const range = { from: write(start + 1), to: write(start + part.length) };
    return (
      <Button
        key={start}
        component={Link}
        to={toListPath(resource, { _id_in: part })}
        startIcon={<ListIcon />}
      >
        {starts.length === 1 ? say(texts.openList) : fillTemplate(say(texts.openPart), range)}
      </Button>
    );
  });
}

/** Saves the shown results as a file. */
function SaveFile({ resource, lines }: Pick<Lookup, 'resource' | 'lines'>) {
  const say = useText();
  const notifyError = useNotifyError();
  const save = (): void => {
    const text = toLookupFile(resource, lines, say);
    const open = () => Promise.resolve(new Blob([text]).stream());
    saveStream(`${resource.name}-lookup.csv`, open).catch(notifyError);
  };
  return (
    <Button onClick={save} startIcon={<DownloadIcon />}>
      {say(texts.saveCsv)}
    </Button>
  );
}

function CopyMissing({ values }: { values: readonly string[] }) {
  const say = useText();
  const copy = useCopy(say(texts.copied));
  if (values.length === 0) return null;
  return (
    <Button onClick={() => copy(values.join('\n'))} startIcon={<CopyIcon />}>
      {say(texts.copyMissing)}
    </Button>
  );
}

const signs: Record<Outcome, { Sign: typeof CheckCircleIcon; color: string }> = {
  found: { Sign: CheckCircleIcon, color: 'success.main' },
  ambiguous: { Sign: UnknownIcon, color: 'warning.main' },
  missing: { Sign: NotFoundIcon, color: 'error.main' },
};

/** The value on the left and its records on the right; below each other on a phone. */
function LookupLine({ line, resource }: { line: Line; resource: Resource }) {
  const say = useText();
  const outcome = outcomeOf(line);
  const { Sign, color } = signs[outcome];
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
        <Sign titleAccess={say(texts[outcome])} sx={{ color }} />
        <span>{line.value}</span>
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, pl: { xs: 4, sm: 0 }, listStyle: 'none' }}>
        {line.matches.map(({ record, by }) => (
          <li key={record._id}>
            <TextLink to={toRecordPath(resource, record._id)}>
              {displayTitle(resource, record)}
            </TextLink>{' '}
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {fillTemplate(say(texts.by), { fields: by.map(nameOf).join(', ') })}
            </Box>
          </li>
        ))}
        {outcome === 'missing' && (
          <Box component="li" sx={{ color: 'text.secondary' }}>
            {missingText()}
            <SimilarValues resource={resource} value={line.value} />
          </Box>
        )}
      </Box>
    </Box>
  );

  function missingText(): string {
    const near = resource.fields.has('casId') ? likelyCasNumber(line.value) : undefined;
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
