import { Alert, Box, Button, LinearProgress, Link as MuiLink, Typography } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { mayDo } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { useConfig } from '../../config.tsx';
import { Choice } from '../../people/choice.tsx';
import { useText } from '../../use-text.ts';
import { PageTitle } from '../page-title.tsx';
import { useNumber } from '../use-number.ts';
import { FileDrop } from './file-drop.tsx';
import { readJobs, sendFile } from './jobs.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { useTransferTexts } from './transfer-texts.ts';

/** Where a file comes in: it is sent, and looked at on a page of its own. */
export function ImportPage() {
  const texts = useTransferTexts();
  const say = useText();
  const { descriptor, role } = useConfig();
  const [search, setSearch] = useSearchParams();
  const resources = [...descriptor.resources.values()].filter((resource) =>
    mayDo(descriptor, role, resource, 'import'),
  );
  const asked = search.get('into');
  const resource = resources.find(({ name }) => name === asked) ?? resources[0];
  return (
    <>
      <PageTitle title={texts.import} />
      <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 760 }}>
        {resource === undefined ? (
          <Alert severity="info">{texts.noCollections}</Alert>
        ) : (
          <>
            <Choice
              label={texts.collection}
              value={resource.name}
              options={resources.map(({ name, label }) => [name, say(label)])}
              onChange={(into) => setSearch({ into }, { replace: true })}
            />
            <Upload key={resource.name} resource={resource} />
          </>
        )}
        <MuiLink component={Link} to="/tools/jobs" sx={{ justifySelf: 'start' }}>
          {texts.allJobs}
        </MuiLink>
      </Box>
    </>
  );
}

function Upload({ resource }: { resource: Resource }) {
  const texts = useTransferTexts();
  const navigate = useNavigate();
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (file: File) => {
      abort.current = new AbortController();
      return sendFile(resource, file, abort.current.signal);
    },
    onSuccess: ({ id }) => navigate(`/tools/jobs/${id}`),
  });
  const wasStopped = error instanceof Error && error.name === 'AbortError';
  return (
    <>
      {error && !wasStopped ? <ProblemAlert error={error} /> : null}
      <FileDrop disabled={isPending} onChoose={(file) => mutate(file)} />
      {isPending && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <LinearProgress aria-label={texts.file.sending} sx={{ flex: 1 }} />
          <Button
            onClick={() => {
              abort.current.abort();
              reset();
            }}
          >
            {texts.cancel}
          </Button>
        </Box>
      )}
      <Limits />
    </>
  );
}

function Limits() {
  const texts = useTransferTexts();
  const number = useNumber();
  const { data } = useQuery({
    queryKey: ['jobs', 'limits'],
    queryFn: ({ signal }) => readJobs({ _perPage: '1' }, signal),
    staleTime: Infinity,
  });
  if (!data) return null;
  const { fileBytes, workbookBytes, columns } = data.limits;
  return (
    <Typography variant="body2" color="text.secondary">
      {fillTemplate(texts.file.limits, {
        file: number(fileBytes / 1e6),
        workbook: number(workbookBytes / 1e6),
        columns: number(columns),
      })}
    </Typography>
  );
}
