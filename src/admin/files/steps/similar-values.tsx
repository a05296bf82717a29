import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ColumnValues } from '../../../contract/column-values.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { groupings, type Grouping } from '../../../files/steps/similar-values.ts';
import type { Step } from '../../../files/steps/step.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { Hint } from '../../kit/hint.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { Status } from '../../kit/status/status.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import type { Cleaning } from '../use-inspection.ts';
import { decide, findDecisions, stepsBefore, undecide, type Decision } from './decisions.ts';
import { readValues } from './read-values.ts';
import { toSentSteps } from './step-drafts.ts';
import { ValueGroupRow } from './value-group-row.tsx';
import { ValueNote } from './value-note.tsx';

type SimilarValuesProps = { column: string; cleaning: Cleaning };

/** Opens the groups of nearly equal values of a column. */
export function SimilarValues(props: SimilarValuesProps) {
  const texts = useTexts('import-values');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        aria-label={fillTemplate(texts.similarOf, { name: props.column })}
        onClick={() => setOpen(true)}
        sx={{ justifySelf: 'start' }}
      >
        {texts.similar}
      </Button>
      {isOpen && <SimilarDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The groups that are shown at first. */
const GROUPS_PER_PAGE = 25;

type DialogProps = SimilarValuesProps & { onClose: () => void };

/** The groups, each to be made one value in all rows. */
function SimilarDialog({ column, cleaning, onClose }: DialogProps) {
  const texts = useTexts('import-values');
  const number = useNumberFormat();
  const [kind, setKind] = useState<Grouping>('fingerprint');
  const [most, setMost] = useState(GROUPS_PER_PAGE);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const { steps, onChange } = cleaning;
  const table = findDecisions(steps, column, undefined);
  const { data, error, isPending } = useGroups(cleaning, stepsBefore(steps, table), column, kind);
  const groups = data?.groups ?? [];
  const targetOf = (group: Group): string => typed.get(nameOf(group)) ?? nameOf(group);
  const replacements = new Map<string, string>(table?.values);
  const isMade = ({ values }: Group): boolean => {
    const becomes = new Set(values.map(({ value }) => replacements.get(value) ?? value));
    return becomes.size === 1;
  };
  const makeOne = (chosen: readonly Group[]): void => {
    const decisions = chosen.flatMap((group) =>
      group.values.map(({ value }): Decision => [value, targetOf(group)]),
    );
    // What is written so already needs no decision.
    const changed = decisions.filter(([from, to]) => from !== to || replacements.has(from));
    onChange(decide(steps, { column, separator: undefined }, changed));
  };
  const open = groups.filter((group) => !isMade(group));
  return (
    <DialogFrame
      title={fillTemplate(texts.similarOf, { name: column })}
      maxWidth="md"
      cancel={texts.close}
      onClose={onClose}
      beside={
        open.length > 1 && (
          <Button onClick={() => makeOne(open)} sx={{ mr: 'auto' }}>
            {fillTemplate(texts.makeAll, { count: number(open.length) })}
          </Button>
        )
      }
    >
      <Hint sx={{ mb: 2 }}>{texts.similarLead}</Hint>
      <NativeSelect
        label={texts.methods.label}
        value={kind}
        options={groupings.map((one) => [one, texts.methods[one]])}
        onChange={setKind}
      />
      {isPending && !error && <Typography component={Status}>{texts.loading}</Typography>}
      {error ? <ProblemAlert error={error} /> : null}
      {data && <ValueNote columnValues={data} />}
      {data && groups.length === 0 && <Typography sx={{ my: 1 }}>{texts.noGroups}</Typography>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {groups.slice(0, most).map((group) => (
          <ValueGroupRow
            key={`${kind} ${nameOf(group)}`}
            group={group}
            becomes={targetOf(group)}
            isMade={isMade(group)}
            onType={(text) => setTyped(new Map(typed).set(nameOf(group), text))}
            onMake={() => makeOne([group])}
            onUndo={() =>
              table &&
              onChange(
                undecide(
                  steps,
                  table,
                  group.values.map(({ value }) => value),
                ),
              )
            }
          />
        ))}
      </Box>
      {groups.length > most && (
        <Button size="small" onClick={() => setMost(most + GROUPS_PER_PAGE)}>
          {fillTemplate(texts.more, { count: number(groups.length - most) })}
        </Button>
      )}
    </DialogFrame>
  );
}

type Group = ColumnValues['groups'][number];

/** The most frequent value. */
function nameOf({ values }: Group): string {
  return values[0]!.value;
}

function useGroups(
  { jobId, layout }: Cleaning,
  before: readonly Step[],
  column: string,
  kind: Grouping,
) {
  const sent = toSentSteps(before).map((one) => one.sent);
  return useQuery({
    queryKey: ['job-values', jobId, layout, sent, column, kind],
    queryFn: ({ signal }) => readValues({ jobId, layout, steps: before }, { column, kind }, signal),
    staleTime: 60_000,
  });
}
