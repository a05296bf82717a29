import { Alert, Box, Button, LinearProgress } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import type { Job } from '../../../../contract/jobs.ts';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useConfig } from '../../../client/config.tsx';
import { messageOf } from '../../../client/http.ts';
import { readJob } from '../../../files/job/jobs.ts';
import { percentOf } from '../../../kit/formats/percent-of.ts';
import { useNumberFormat } from '../../../kit/formats/use-number-format.ts';
import { toImportPath, toListPath } from '../../../kit/screen-paths.ts';
import { Status } from '../../../kit/status/status.tsx';
import { problemText } from '../../../messages/problem-text.ts';
import { useText } from '../../../messages/use-text.ts';
import { useTexts } from '../../../messages/texts.ts';
import { type Created, created, importCreated, removeCreated } from '../draft/created.ts';

/** Imports the records of the collections that the person has made of files, once they are applied. */
export function CreatedNotes() {
  const { resources } = useConfig().descriptor;
  return created.use().map((one) => {
    const resource = resources.get(one.name);
    return resource && <CreatedNote key={one.name} {...{ one, resource }} />;
  });
}

type CreatedProps = { one: Created; resource: Resource };

function CreatedNote({ one, resource }: CreatedProps) {
  const texts = useTexts('structure-new');
  const say = useText();
  const { name, state } = one;
  useEffect(() => {
    if (state === undefined) void importCreated(one, resource);
  });
  const hasFailed = typeof state === 'object' && 'failed' in state;
  return (
    <Alert
      severity={hasFailed ? 'error' : 'success'}
      sx={{ mb: 1.5, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
      onClose={() => removeCreated(name)}
    >
      {fillTemplate(texts.created, { name: say(resource.label) })}
      <ImportOf {...{ one, resource }} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
        <Button component={Link} to={toListPath(resource)} color="inherit" variant="outlined">
          {texts.openList}
        </Button>
        {hasFailed && (
          <>
            <Button color="inherit" onClick={() => void importCreated(one, resource)}>
              {texts.importAgain}
            </Button>
            <Button component={Link} to={toImportPath(resource)} color="inherit">
              {texts.importPage}
            </Button>
          </>
        )}
        {typeof state === 'object' && 'job' in state && (
          <Button component={Link} to={`/tools/jobs/${state.job}`} color="inherit">
            {texts.openImport}
          </Button>
        )}
      </Box>
    </Alert>
  );
}

/** How far the import of the file is, in words. */
function ImportOf({ one: { rows, state }, resource }: CreatedProps) {
  const texts = useTexts('structure-new');
  const job = useRunningJob(typeof state === 'object' && 'job' in state ? state.job : undefined);
  const say = useJobWords(resource);
  const file = rows.file.name;
  if (typeof state === 'object' && 'failed' in state)
    return <Box>{fillTemplate(texts.notImported, { file, reason: state.failed })}</Box>;
  if (job.error)
    return <Box>{fillTemplate(texts.importUnknown, { reason: messageOf(job.error) })}</Box>;
  const isOver = job.data !== undefined && job.data.state !== 'running';
  const { doneBytes = 0, file: sent } = job.data ?? {};
  return (
    <>
      <Status>{isOver ? say(job.data) : fillTemplate(texts.importing, { file })}</Status>
      {!isOver && (
        <LinearProgress
          aria-label={fillTemplate(texts.importing, { file })}
          {...(doneBytes > 0 &&
            sent && { variant: 'determinate', value: percentOf(doneBytes, sent.size) })}
        />
      )}
    </>
  );
}

/** Milliseconds. A short import is over soon. */
const POLL = 500;

function useRunningJob(id: string | undefined) {
  const queries = useQueryClient();
  const job = useQuery({
    queryKey: ['job', id],
    queryFn: ({ signal }) => readJob(id ?? '', signal),
    staleTime: 0,
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL : false),
  });
  const { state, resource } = job.data ?? {};
  useEffect(() => {
    if (state === 'done') void queries.invalidateQueries({ queryKey: [resource] });
  }, [queries, state, resource]);
  return job;
}

/** What an import has done, or why it has ended early. */
function useJobWords({ label }: Resource): (job: Job) => string {
  const texts = useTexts('structure-new');
  const say = useText();
  const write = useNumberFormat();
  return ({ state, summary, reason }) => {
    const { created: count = 0, failed = 0 } = summary ?? {};
    const counts = { count: write(count), failed: write(failed), name: say(label) };
    if (state !== 'done')
      return fillTemplate(texts.importStopped, {
        ...counts,
        reason: reason ? problemText(reason) : '',
      }).trim();
    return fillTemplate(failed === 0 ? texts.imported : texts.importedSome, counts);
  };
}
