import { Alert, Box, Button, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { HttpError } from 'react-admin';
import { Navigate } from 'react-router-dom';
import type { Plan, PlanStep } from '../../../../contract/meta.ts';
import type { StructureChange } from '../../../../contract/structure/texts.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { call, messageOf } from '../../../client/http.ts';
import { withToggled } from '../../../client/with-toggled.ts';
import { useNumberFormat } from '../../../kit/formats/use-number-format.ts';
import { QueryNotice, QueryState } from '../../../kit/loading/query-state.tsx';
import { PageTitle } from '../../../kit/page-title.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { PlanStepItem, sentenceId } from '../plan-step.tsx';
import { ADDS_INDEX } from '../sentence-text.tsx';
import { takeAtOnce } from '../draft/at-once.ts';
import { useChangeText } from './use-change-text.ts';
import { useTextPlan } from '../draft/use-descriptor-texts.ts';
import type { StructureDraft } from '../draft/use-structure-draft.ts';

type ReviewProps = { draft: StructureDraft };

/** What the draft would change in the database, with the consent to each step that loses something. */
export function Review({ draft }: ReviewProps) {
  const { plan: texts } = useTexts('structure-text');
  const { title } = useTexts('app').structure;
  const { files, isMoved, changes, closeReview } = draft;
  const applying = useApplying(draft);
  const { isPending, isSuccess } = applying;
  const { data: plan, error, refetch } = useTextPlan(files, { enabled: !isPending && !isSuccess });
  useAtOnce(plan, changes, (hash) => applying.mutate({ plan: hash, ...nothing }));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  // The editor shows the problems at their lines.
  if (isInvalid(error) || isInvalid(applying.error))
    return <Navigate to="/structure/overview?tab=text" replace />;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, maxWidth: 960 }}>
      <PageTitle title={texts.title} of={title} />
      <Typography ref={heading} variant="h2" tabIndex={-1} sx={{ outline: 'none' }}>
        {texts.title}
      </Typography>
      <ChangeList draft={draft} />
      {error ? (
        <QueryNotice
          isError
          text={messageOf(error)}
          retryLabel={texts.again}
          onRetry={() => void refetch()}
        />
      ) : (
        <QueryState error={null} isPending={!plan} loading={texts.looking} />
      )}
      {applying.error && !isMoved && (
        <Alert severity="error">
          {fillTemplate(isAnswer(applying.error) ? texts.failed : texts.unknown, {
            reason: messageOf(applying.error),
          })}
        </Alert>
      )}
      {plan && (
        <Steps
          key={plan.hash}
          plan={plan}
          isPending={isPending}
          isMoved={isMoved}
          onApply={(consent) => applying.mutate({ plan: plan.hash, ...consent })}
        />
      )}
      <Box>
        <Button onClick={closeReview}>{texts.back}</Button>
      </Box>
    </Box>
  );
}

/** Applies the draft, and leads back to the page from which it was reviewed. */
function useApplying({ files, base, finish, reload, closeReview }: StructureDraft) {
  return useMutation({
    mutationFn: async (agreed: Agreed) => {
      // The server waits for people who use the tables, and then for the steps.
      const init = { method: 'POST', body: { files, base, ...agreed }, timeout: false } as const;
      return (await call<StructureChange>('/api/structure/apply', init)).json;
    },
    onSuccess: (change) => {
      finish('applied', change);
      closeReview();
    },
    // Other texts or another plan may be the reason. Both are read again.
    onError: reload,
  });
}

const nothing = { allowRewrite: false, allowDestructive: [] };

/** Applies a collection that the person wants to create at once, if the plan asks nothing more of them. */
function useAtOnce(
  plan: Plan | undefined,
  changes: StructureDraft['changes'],
  apply: (plan: string) => void,
): void {
  const [first, ...others] = changes;
  const [, name = ''] = first?.path ?? [];
  useEffect(() => {
    if (!plan || first?.kind !== 'added' || others.length > 0) return;
    if (!takeAtOnce(String(name))) return;
    if (!toConsent(plan, []).isBlocked && !plan.steps.some(asksForConsent)) apply(plan.hash);
  });
}

/** Each difference of the texts, also those without an effect on records. */
function ChangeList({ draft: { changes, declaredBefore = {}, declared = {} } }: ReviewProps) {
  const { changed } = useTexts('structure-draft');
  const changeText = useChangeText(declaredBefore, declared);
  if (changes.length === 0) return null;
  return (
    <Box>
      <Typography variant="h3">{changed.title}</Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {changes.map((change, index) => (
          <li key={index}>{changeText(change)}</li>
        ))}
      </Box>
    </Box>
  );
}

function isInvalid(error: unknown): boolean {
  return error instanceof HttpError && error.status === 422;
}

/** Whether the server itself refused. If only its answer was lost, it may have done what it was asked for. */
function isAnswer(error: unknown): boolean {
  return error instanceof HttpError && error.body !== null;
}

type Agreed = { plan: string; allowRewrite: boolean; allowDestructive: readonly string[] };

type StepsProps = {
  plan: Plan;
  isPending: boolean;
  isMoved: boolean;
  onApply: (consent: Omit<Agreed, 'plan'>) => void;
};

function Steps({ plan, isPending, isMoved, onApply }: StepsProps) {
  const { plan: texts } = useTexts('structure-text');
  const structure = useTexts('structure').plan;
  const write = useNumberFormat();
  const note = useId();
  const [allowed, setAllowed] = useState<Allowed>([]);
  const { isBlocked, missing, ...consent } = toConsent(plan, allowed);
  const notes = [
    ...(isBlocked ? [texts.blocked] : []),
    ...(missing > 0 ? [fillTemplate(texts.missing, { count: write(missing) })] : []),
  ];
  return (
    <>
      {plan.steps.length === 0 ? (
        <Typography>{texts.none}</Typography>
      ) : (
        <Typography>
          {fillTemplate(structure.steps, { count: write(plan.steps.length) })}
        </Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {plan.steps
          .filter((step) => !isIndex(step))
          .map((step) => (
            <PlanStepItem
              key={step.id}
              step={step}
              consent={
                asksForConsent(step) && (
                  <StepConsent
                    step={step}
                    isAllowed={allowed.includes(step.id)}
                    onToggle={() => setAllowed(withToggled(allowed, step.id))}
                  />
                )
              }
            />
          ))}
      </Box>
      <Indexes steps={plan.steps.filter(isIndex)} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Button
          variant="contained"
          loading={isPending}
          disabled={notes.length > 0 || isMoved}
          aria-describedby={note}
          onClick={() => onApply(consent)}
        >
          {texts.apply}
        </Button>
        <Typography id={note} color="text.secondary">
          {notes.join(' ')}
        </Typography>
      </Box>
    </>
  );
}

function isIndex({ text }: PlanStep): boolean {
  return text.key === ADDS_INDEX;
}

/** New indexes, which nobody decides about, folded below what matters more. */
function Indexes({ steps }: { steps: readonly PlanStep[] }) {
  const { done } = useTexts('structure-text');
  const write = useNumberFormat();
  if (steps.length === 0) return null;
  return (
    <Box component="details">
      <Box component="summary" sx={{ cursor: 'pointer' }}>
        {fillTemplate(done.indexes, { count: write(steps.length) })}
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {steps.map((step) => (
          <PlanStepItem key={step.id} step={step} />
        ))}
      </Box>
    </Box>
  );
}

type StepConsentProps = { step: PlanStep; isAllowed: boolean; onToggle: () => void };

function StepConsent({ step, isAllowed, onToggle }: StepConsentProps) {
  const { plan: texts } = useTexts('structure-text');
  const kept = step.lost ? texts.loses : texts.rewrites;
  return (
    <Box sx={{ pl: 1 }}>
      <FormControlLabel
        control={
          <Checkbox
            checked={isAllowed}
            onChange={onToggle}
            slotProps={{ input: { 'aria-describedby': sentenceId(step) } }}
          />
        }
        label={step.class === 'destructive' ? texts.drops : kept}
      />
      {step.optional && !isAllowed && (
        <Typography color="text.secondary">{texts.skipped}</Typography>
      )}
    </Box>
  );
}

/** The IDs of the steps that the person has allowed. */
type Allowed = readonly string[];

/** Whether a person decides about this step: it rewrites what is stored, or drops something. */
function asksForConsent({ class: kind, optional }: PlanStep): boolean {
  return kind === 'rewriting' || optional === true;
}

/** What the plan still needs, and what to send with it once it needs nothing. */
export function toConsent({ steps }: Plan, allowed: Allowed) {
  const isAllowed = ({ id }: PlanStep): boolean => allowed.includes(id);
  const isDone = (step: PlanStep): boolean => !step.optional || isAllowed(step);
  return {
    isBlocked: steps.some((step) => isDone(step) && isImpossible(step)),
    missing: steps.filter(
      (step) => step.class === 'rewriting' && !step.optional && !isAllowed(step),
    ).length,
    allowRewrite: steps.some((step) => step.class === 'rewriting' && isAllowed(step)),
    // The server asks for the name of each step that loses something.
    allowDestructive: steps
      .filter((step) => isAllowed(step) && (step.optional || step.lost))
      .map(({ id }) => id),
  };
}

function isImpossible({ class: kind, optional, violations }: PlanStep): boolean {
  return violations !== undefined || (kind === 'destructive' && !optional);
}
