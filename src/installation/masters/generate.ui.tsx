import { resourceNamed } from '../resource-named.ts';
import { Alert, Box, Button, Typography, LinearProgress } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useEffect } from 'react';
import { useGetList } from 'react-admin';
import { definePage, fillTemplate, useNumberFormat, useText } from '../../admin/extending.ts';
import { useConfig } from '../../admin/client/config.tsx';
import { usePinnedId } from '../../admin/shell/pinned-record/use-pinned-id.ts';
import { NativeSelect as Select } from '../../admin/kit/native-select.tsx';
import { displayTitle } from '../../descriptor/title.ts';
import type { Generated } from './contract.ts';
import { GenerateOutcome } from './generate-outcome.ui.tsx';
import { readVersions, runGenerate, type Choice } from './generate-run.ui.ts';
import { texts } from './generate-texts.ts';
import { onServerEvent } from '../../admin/client/events/server-events.ts';
import type { Progress } from '../../contract/events.ts';
import { Status } from '../../admin/kit/status/status.tsx';
import { ConfirmDialog } from '../../admin/kit/dialog-frame.tsx';
import { messageOf } from '../../admin/client/http.ts';

type State =
  | { is: 'ready' }
  | { is: 'running'; dryRun: boolean }
  | { is: 'failed'; reason: string }
  | { is: 'done'; outcome: Generated & { changeSet?: string } };

/** Starts with a dry run, which shows the effect on masters and what is left out; then the user can generate. */
function GeneratePage() {
  const say = useText();
  const [isAsking, setAsking] = useState(false);
  const { choice, choose, state, run } = useGenerate();
  const outcome = state.is === 'done' ? state.outcome : undefined;
  const mayRun =
    outcome?.dryRun === true && outcome.created + outcome.updated + outcome.superseded > 0;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, maxWidth: 960 }}>
      <Typography sx={{ color: 'text.secondary' }}>{say(texts.intro)}</Typography>
      <GenerateChoices choice={choice} choose={choose} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button
          variant={mayRun ? 'outlined' : 'contained'}
          loading={state.is === 'running'}
          onClick={() => void run(true)}
        >
          {say(texts.preview)}
        </Button>
        <Button variant="contained" disabled={!mayRun} onClick={() => setAsking(true)}>
          {say(texts.run)}
        </Button>
      </Box>
      {state.is === 'running' && <GenerateProgress dryRun={state.dryRun} />}
      {state.is === 'failed' && <Alert severity="error">{state.reason}</Alert>}
      {outcome && <GenerateOutcome outcome={outcome} project={choice.project} />}
      {isAsking && outcome && (
        <GenerateDialog
          outcome={outcome}
          onConfirm={() => {
            setAsking(false);
            void run(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
}

/** What the user chose, and the last run with it. The pinned project is chosen until the user chooses another. */
function useGenerate() {
  const queries = useQueryClient();
  const mappings = resourceNamed(useConfig().descriptor, 'mappings');
  const [pinned] = usePinnedId();
  const [chosen, setChosen] = useState<Partial<Choice>>({});
  const [state, setState] = useState<State>({ is: 'ready' });
  const { data: projects = [], isPending } = useProjects();
  const isOffered = isPending || projects.some(({ id }) => id === pinned);
  const choice: Choice = { project: isOffered ? (pinned ?? null) : null, version: null, ...chosen };
  const choose = (next: Partial<Choice>): void => {
    setChosen({ ...chosen, ...next });
    setState({ is: 'ready' });
  };
  const run = async (dryRun: boolean): Promise<void> => {
    setState({ is: 'running', dryRun });
    try {
      const outcome = await runGenerate(mappings, choice, dryRun);
      setState({ is: 'done', outcome });
      if (!dryRun) await queries.invalidateQueries({ queryKey: ['masters'] });
    } catch (error) {
      setState({ is: 'failed', reason: messageOf(error) });
    }
  };
  return { choice, choose, state, run };
}

function useProjects() {
  return useGetList('projects', {
    pagination: { page: 1, perPage: 500 },
    sort: { field: 'name', order: 'ASC' },
  });
}

type ChoicesProps = { choice: Choice; choose: (next: Partial<Choice>) => void };

function GenerateChoices({ choice, choose }: ChoicesProps) {
  const say = useText();
  const { descriptor } = useConfig();
  const resource = resourceNamed(descriptor, 'projects');
  const mappings = resourceNamed(descriptor, 'mappings');
  const { data: projects = [] } = useProjects();
  const { data: versions = [] } = useQuery({
    queryKey: ['mappings', 'versions'],
    queryFn: ({ signal }) => readVersions(mappings, signal),
  });
  const isOffered = projects.some(({ id }) => id === choice.project);
  const versionText = (version: number) => fillTemplate(say(texts.versionOf), { version });
  return (
    <Box sx={choicesSx}>
      <Select
        label={say(texts.project)}
        value={isOffered ? String(choice.project) : ''}
        options={[
          ['', say(texts.all)],
          ...projects.map((each) => [String(each.id), displayTitle(resource, each)] as const),
        ]}
        onChange={(project) => choose({ project: project === '' ? null : project })}
      />
      <Select
        label={say(texts.version)}
        value={String(choice.version ?? '')}
        options={[
          ['', say(texts.newest)],
          ...versions.map((each) => [String(each), versionText(each)] as const),
        ]}
        onChange={(version) => choose({ version: version === '' ? null : Number(version) })}
      />
    </Box>
  );
}

export const generatePage = definePage({ Page: GeneratePage });

const choicesSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
  gap: 1.5,
  maxWidth: 640,
};

/** The current phase and its progress, as reported by the server. */
export function GenerateProgress({ dryRun }: { dryRun: boolean }) {
  const say = useText();
  const number = useNumberFormat();
  const { _id: own } = useConfig().user;
  const [at, setAt] = useState<Progress>();
  useEffect(
    () =>
      onServerEvent(({ event, data }) => {
        if (event === 'process.progress' && data.createdBy === own) setAt(data);
      }),
    [own],
  );
  const { phase, rows = 0, total = 0 } = at ?? {};
  const written = dryRun ? texts.comparing : texts.writing;
  const what = say(phase === 'writing' ? written : texts.reading);
  const count = fillTemplate(say(texts.ofTotal), { rows: number(rows), total: number(total) });
  return (
    <Box>
      <Typography variant="body2" sx={{ mb: 0.5 }}>
        <Status as="span">{what}</Status>
        {/* Not announced four times a second. */}
        {total > 0 && <span aria-hidden>{` · ${count}`}</span>}
      </Typography>
      <LinearProgress
        aria-label={what}
        {...(total > 0 && { variant: 'determinate', value: Math.min(100, (100 * rows) / total) })}
      />
    </Box>
  );
}

type GenerateDialogProps = { outcome: Generated; onConfirm: () => void; onClose: () => void };

export function GenerateDialog({ outcome, onConfirm, onClose }: GenerateDialogProps) {
  const say = useText();
  const write = useNumberFormat();
  const { created, updated, superseded } = outcome;
  const counts = {
    created: write(created),
    updated: write(updated),
    superseded: write(superseded),
  };
  return (
    <ConfirmDialog
      title={say(texts.runTitle)}
      text={fillTemplate(say(texts.runText), counts)}
      action={say(texts.run)}
      cancel={say(texts.cancel)}
      onAction={onConfirm}
      onClose={onClose}
    />
  );
}
