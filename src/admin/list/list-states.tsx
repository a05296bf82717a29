import { Alert, Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { HttpError, useListContext } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { AS_OF } from '../../descriptor/filter/past-query.ts';
import { mayOpen } from '../../descriptor/settings/pages.ts';
import { useConfig } from '../client/config.tsx';
import type { Problem } from '../../fields/problems/problem.ts';
import { problemsOf, type ProblemDocument } from '../client/http.ts';
import type { Messages } from '../messages/en/app.ts';
import { useText } from '../messages/use-text.ts';
import type { Filters } from '../client/list-query.ts';
import { problemText } from '../messages/problem-text.ts';
import { withoutConditions } from '../kit/as-of.ts';
import { usePastProblem } from '../resource/use-past-problem.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { toCreatePath, toImportPath } from '../kit/screen-paths.ts';
import { useChangeFilters } from '../resource/list-changes.tsx';
import { useResource } from '../kit/use-resource.ts';
import { FirstVisit } from '../shell/first-visit/first-visit-part.ts';
import { useStart } from '../shell/first-visit/use-start.ts';
import { Status } from '../kit/status/status.tsx';
import { toEntry } from './filters/filter-groups.ts';
import { ListFrame } from './list-frame.tsx';
import { Hint } from '../kit/hint.tsx';
import { useTexts } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** Shown while the collection is empty: how to add records, if the role may. */
export function ListEmpty() {
  const { resource, may, role } = useResource();
  const { texts, say } = useI18n();
  const { descriptor } = useConfig();
  const start = useStart();
  const filling = descriptor.app.pages.find(
    (page) => page.fills === resource.name && mayOpen(descriptor, role, page),
  );
  const invitation = may('create') ? texts.list.emptyInvite : texts.list.emptyWait;
  return (
    <>
      <ListState
        title={fillTemplate(texts.list.empty, { name: say(resource.label) })}
        text={
          filling ? fillTemplate(texts.list.emptyFill, { page: say(filling.label) }) : invitation
        }
      >
        {filling && (
          <Button variant="contained" component={Link} to={filling.path}>
            {say(filling.label)}
          </Button>
        )}
        {may('create') && (
          <Button
            variant={filling ? 'outlined' : 'contained'}
            component={Link}
            to={toCreatePath(resource)}
          >
            {texts.list.create}
          </Button>
        )}
        {may('import') && (
          <Button component={Link} to={toImportPath(resource)}>
            {texts.list.import}
          </Button>
        )}
      </ListState>
      {start?.empty && (
        <Box sx={{ px: 2 }}>
          <FirstVisit isInList hasSample={start.sample} />
        </Box>
      )}
    </>
  );
}

/** There are records, but none match the filter. */
export function ListNoResults() {
  const changeFilters = useChangeFilters();
  const texts = useTexts('app');
  return (
    <ListState title={texts.list.noResults} text={texts.list.noResultsHint}>
      <Button variant="outlined" onClick={() => changeFilters(withoutConditions)}>
        {texts.list.clearFilters}
      </Button>
    </ListState>
  );
}

/** The filter in the address was cut or mistyped: listing all records would show others than those meant. */
export function ListUnreadable() {
  const { pathname } = useLocation();
  const texts = useTexts('app');
  return (
    <ListFrame>
      <ListState title={texts.list.unreadable} text={texts.list.unreadableHint}>
        <Button variant="outlined" component={Link} to={`${pathname}?filter={}`}>
          {texts.list.showAll}
        </Button>
      </ListState>
    </ListFrame>
  );
}

/** The list could not be loaded; dropping the filter of an old link usually helps. */
export function ListError({ error }: { error: unknown }) {
  const texts = useTexts('app');
  const { refetch, filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const moment = withoutConditions(filterValues as Filters);
  const hasFilters = Object.keys(filterValues as Filters).some((key) => !(key in moment));
  const [first] = problemsOf(error);
  const id = error instanceof HttpError && (error.body as ProblemDocument | null)?.requestId;
  const past = usePastProblem(error);
  const own = useOwnProblem(first);
  return (
    <ListState title={texts.list.failed} text={past ?? own ?? messageOfError(error, texts)}>
      {past === undefined && (
        <Button variant="outlined" onClick={() => void refetch()}>
          {texts.list.retry}
        </Button>
      )}
      {first?.code === 'Q021' && (
        <Button
          variant="outlined"
          onClick={() =>
            changeFilters((latest) => ({ ...latest, [AS_OF]: first.params?.['first'] }))
          }
        >
          {texts.list.asOfFirst}
        </Button>
      )}
      {hasFilters && (
        <Button onClick={() => changeFilters(withoutConditions)}>{texts.list.clearFilters}</Button>
      )}
      {id && (
        <Hint variant="caption" sx={{ width: '100%' }}>
          {fillTemplate(texts.list.requestId, { id })}
        </Hint>
      )}
    </ListState>
  );
}

/** A problem with a field of the list, after the name of the field. */
function useOwnProblem(problem: Problem | undefined): string | undefined {
  const view = useResource();
  const say = useText();
  const field = problem && toEntry(view, problem.path, undefined)?.field;
  return field && `${say(field.label)}: ${problemText(problem)}`;
}

function messageOfError(error: unknown, { list }: Messages): string {
  return error instanceof Error ? error.message : list.failedHint;
}

/** The list is a moment old: the last attempt to reload it failed. */
export function ListStale({ error }: { error: unknown }) {
  const { refetch } = useListContext();
  const texts = useTexts('app');
  return (
    <Alert
      severity="warning"
      action={
        <Button size="small" color="inherit" onClick={() => void refetch()}>
          {texts.list.retry}
        </Button>
      }
    >
      {messageOfError(error, texts)}
    </Alert>
  );
}

type ListStateProps = { title: string; text: string; children: ReactNode };

/** What stands in place of the records: why there are none, and what to do. */
export function ListState({ title, text, children }: ListStateProps) {
  return (
    <Box component={Status} sx={{ py: { xs: 6, md: 10 }, px: 2, textAlign: 'center' }}>
      <Typography component="h2" variant="h6" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 2.5, overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
        {children}
      </Box>
    </Box>
  );
}
