import { resourceNamed } from '../resource-named.ts';
import { Alert, Box, Button, Card, Typography } from '@mui/material';
import { Link } from 'react-router-dom';
import { fillTemplate, useNumberFormat, useText, useTexts } from '../../admin/extending.ts';
import { mayDo } from '../../descriptor/access.ts';
import { useUndo } from '../../admin/resource/undo/use-undo.ts';
import { useConfig } from '../../admin/client/config.tsx';
import { FactsTable } from '../../admin/kit/facts-table.tsx';
import { toListPath } from '../../admin/kit/screen-paths.ts';
import { Status } from '../../admin/kit/status/status.tsx';
import { Hint } from '../../admin/kit/hint.tsx';
import type { Generated } from './contract.ts';
import { texts } from './generate-texts.ts';

/** The other terms are on the page where users decide about them. */
const MAX_SHOWN_TERMS = 15;

/** What undoing the generation needs. */
const operations = ['update', 'delete'] as const;

const figures = ['total', 'created', 'updated', 'superseded', 'unchanged'] as const;

type OutcomeProps = { outcome: Generated & { changeSet?: string }; project: string | null };

/** The outcome for the masters, real or expected, and the extractions that are in none of them. */
export function GenerateOutcome({ outcome, project }: OutcomeProps) {
  const say = useText();
  const write = useNumberFormat();
  const { dryRun, extractions, mappingVersion, problems } = outcome;
  const title = say(dryRun ? texts.previewed : texts.done);
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 2 }}>
      <Box component={Status}>
        <Typography variant="h6" component="h2">
          {title}
        </Typography>
        {dryRun && isUnchanged(outcome) && <Typography>{say(texts.nothing)}</Typography>}
        <Typography color="text.secondary">
          {mappingVersion === null
            ? say(texts.noVersion)
            : fillTemplate(say(texts.from), {
                extractions: write(extractions),
                version: mappingVersion,
              })}
        </Typography>
      </Box>
      <Box component="dl" sx={figuresSx}>
        {figures.map((name) => (
          <Card key={name} variant="outlined" sx={{ px: 2, py: 1.5 }}>
            <Hint component="dt">{say(texts[name])}</Hint>
            <Typography component="dd" variant="h5" sx={{ m: 0 }}>
              {write(outcome[name])}
            </Typography>
          </Card>
        ))}
      </Box>
      {!dryRun && <NextSteps outcome={outcome} project={project} />}
      {problems.length > 0 && (
        <Alert severity="error">
          {say(texts.notWritten)}
          <Box component="ul" sx={{ m: 0, pl: 2 }}>
            {problems.map(({ masterId, path, message }) => (
              <li key={`${masterId} ${path}`}>{`${masterId}: ${path} ${message}`}</li>
            ))}
          </Box>
        </Alert>
      )}
      <LeftOut outcome={outcome} />
    </Box>
  );
}

function isUnchanged({ created, updated, superseded }: Generated): boolean {
  return created + updated + superseded === 0;
}

/** A link to the masters, and the button that undoes the generation. */
function NextSteps({ outcome, project }: OutcomeProps) {
  const app = useTexts('app');
  const undo = useUndo();
  const say = useText();
  const { descriptor, role } = useConfig();
  const { changeSet } = outcome;
  const masters = resourceNamed(descriptor, 'masters');
  const mayUndo = operations.every((each) => mayDo(descriptor, role, masters, each));
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button
        component={Link}
        to={toListPath(masters, { status: 'current', ...(project !== null && { project }) })}
      >
        {say(texts.showList)}
      </Button>
      {changeSet !== undefined && !isUnchanged(outcome) && mayUndo && (
        <Button onClick={() => void undo({ changeSet })}>{app.undo.do}</Button>
      )}
    </Box>
  );
}

function LeftOut({ outcome }: { outcome: Generated }) {
  const say = useText();
  const write = useNumberFormat();
  const { descriptor } = useConfig();
  const { leftOut, unreadable, withoutArticle, unmapped, unmappedTerms } = outcome;
  const decide = descriptor.app.pages.find(({ name }) => name === 'mappingOverview');
  const reasons = [
    leftOut > 0 &&
      fillTemplate(say(texts.unmapped), { count: write(leftOut), terms: write(unmappedTerms) }),
    unreadable > 0 && fillTemplate(say(texts.unreadable), { count: write(unreadable) }),
    withoutArticle > 0 && fillTemplate(say(texts.withoutArticle), { count: write(withoutArticle) }),
  ].filter((reason) => reason !== false);
  if (reasons.length === 0) return null;
  const more = unmappedTerms - MAX_SHOWN_TERMS;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <Typography variant="h6" component="h3">
        {say(texts.leftOut)}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </Box>
      {unmapped.length > 0 && (
        <>
          <FactsTable
            label={say(texts.leftOut)}
            columns={[say(texts.term), { label: say(texts.count), align: 'right' }]}
            rows={unmapped.slice(0, MAX_SHOWN_TERMS).map(({ term, count }) => ({
              key: term,
              cells: [term, write(count)],
            }))}
          />
          {more > 0 && <Hint>{fillTemplate(say(texts.more), { count: write(more) })}</Hint>}
          {decide && (
            <Button component={Link} to={decide.path} sx={{ justifySelf: 'start' }}>
              {say(texts.decide)}
            </Button>
          )}
        </>
      )}
    </Box>
  );
}

const figuresSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))',
  gap: 1,
  m: 0,
};
