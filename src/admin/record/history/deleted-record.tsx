import { Box, Button, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { displayTitle } from '../../../descriptor/title.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { PageTitle } from '../../kit/page-title.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { toTrashPath } from '../../kit/screen-paths.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { ToListButton } from '../record-header.tsx';
import { useRecordPlace } from '../record-place.ts';
import { HistoryView } from './history-view.tsx';
import { MadeBy } from './made-by.tsx';
import { allVersions, useHistory, usePastRecord } from './use-history.ts';

type DeletedRecordProps = {
  id: string;
  /** Shown if there never was such a record, or none that the user may see. */
  children: ReactNode;
};

/** In place of a record that was deleted: by whom and when, what it was, and the way to the trash. */
export function DeletedRecord({ id, children }: DeletedRecordProps) {
  const texts = useTexts('history');
  const { resource } = useResource();
  const { versions, error, isPending } = useHistory(resource, id, allVersions);
  if (error) return children;
  if (isPending) return <QueryState error={null} isPending loading={texts.loading} />;
  const [latest] = versions;
  if (latest?.operation !== 'delete') return children;
  return (
    <>
      <DeletedHead id={id} version={latest.version} origin={<MadeBy origin={latest} />} />
      <Paper variant="outlined" sx={{ p: { xs: 1.5, sm: 2.5 } }}>
        <HistoryView id={id} />
      </Paper>
    </>
  );
}

type DeletedHeadProps = { id: string; version: number; origin: ReactNode };

function DeletedHead({ id, version, origin }: DeletedHeadProps) {
  const texts = useTexts('history');
  const say = useText();
  const { resource, may } = useResource();
  const { isBeside, heading } = useRecordPlace();
  const { data: last } = usePastRecord(resource, id, version);
  const label = say(resource.label);
  const title = last ? displayTitle(resource, last.record) : id;
  return (
    <Box component="header" sx={{ mb: 2 }}>
      {!isBeside && <PageTitle title={title} of={label} />}
      <Typography component="h2" id={heading} variant="h5" sx={{ overflowWrap: 'anywhere' }}>
        <bdi>{title}</bdi>
      </Typography>
      <Typography role="alert" sx={{ mt: 0.5 }}>
        {texts.gone}
      </Typography>
      <Box>{origin}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
        {may('delete') && resource.trash.days > 0 && (
          <Button variant="outlined" component={Link} to={toTrashPath(resource)}>
            {fillTemplate(texts.openTrash, { name: label })}
          </Button>
        )}
        <ToListButton />
      </Box>
    </Box>
  );
}
