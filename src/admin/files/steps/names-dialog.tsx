import type { Cleaning } from '../use-inspection.ts';
import type { ColumnChoice } from '../job-settings.ts';
import { Box, Button, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ColumnValue, ColumnValues, NearRecord } from '../../../contract/column-values.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { MOST_VALUES, type Step } from '../../../files/steps/step.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { Hint } from '../../kit/hint.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { decide, undecide, type Decision, findDecisions, stepsBefore } from './decisions.ts';
import { NameRow } from './name-row.tsx';
import { readValues, type ValuesQuestion, shownValue, useValues } from './read-values.ts';
import type { StepOf } from './step-drafts.ts';
import { useShownPart } from './use-shown-part.tsx';
import { ValueNote } from './value-note.tsx';
import { requireValue } from '../../../fields/require-entry.ts';
import { Status } from '../../kit/status/status.tsx';

export type CheckNamesProps = {
  /** The column, and the collection that its values name. */
  name: string;
  to: string;
  choice: ColumnChoice;
  /** What separates the names in a cell. */
  separator: string | undefined;
  cleaning: Cleaning;
};

type NamesDialogProps = CheckNamesProps & {
  columnValues: ColumnValues;
  question: ValuesQuestion;
  /** The steps before the decisions. */
  before: readonly Step[];
  table: StepOf<'map'> | undefined;
  onClose: () => void;
};

/** A better score is taken with one click for all such names. */
const SURE_SCORE = 90;
/** The names that are shown at first, and the most that are searched at a time. */
const NAMES_PER_PAGE = 50;

/** The names that no record has, each with the records that may be meant; what was decided is below. */
export function NamesDialog(props: NamesDialogProps) {
  const { name, to, choice, separator, cleaning, columnValues, table, onClose } = props;
  const texts = useTexts('import-values');
  const number = useNumberFormat();
  const { open, unsearched, search } = useOpenNames(props);
  const { shown, more } = useShownPart(open, NAMES_PER_PAGE);
  const sure = open.flatMap(({ value, near }): Decision[] => {
    const best = sureRecord(near ?? []);
    return best ? [[value, best.value]] : [];
  });
  const add = (decisions: readonly Decision[]): void =>
    cleaning.onChange(decide(cleaning.steps, { column: name, separator }, decisions));
  return (
    <DialogFrame
      title={fillTemplate(texts.namesOf, { name })}
      maxWidth="md"
      cancel={texts.close}
      onClose={onClose}
      beside={
        sure.length > 0 && (
          <Button onClick={() => add(sure)} sx={{ mr: 'auto' }}>
            {fillTemplate(texts.takeSure, { count: number(sure.length), score: SURE_SCORE })}
          </Button>
        )
      }
    >
      <Hint>{texts.namesLead}</Hint>
      <ValueNote columnValues={columnValues} />
      {open.length === 0 && <Typography sx={{ my: 1 }}>{texts.allFound}</Typography>}
      <Box component="ul" aria-label={texts.open} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map((one) => (
          <NameRow
            key={one.value}
            counted={one}
            to={to}
            by={choice.by}
            onDecide={(becomes) => add([[one.value, becomes]])}
          />
        ))}
      </Box>
      {more}
      {unsearched.length > 0 && (
        <Button size="small" loading={search.isPending} onClick={() => search.mutate()}>
          {fillTemplate(texts.searchMore, { count: number(unsearched.length) })}
        </Button>
      )}
      <ProblemAlert error={search.error} />
      {(table?.values.length ?? 0) >= MOST_VALUES && <Hint>{texts.full}</Hint>}
      {table && (
        <DecidedValues
          values={table.values}
          onUndo={(from) => cleaning.onChange(undecide(cleaning.steps, table, [from]))}
        />
      )}
    </DialogFrame>
  );
}

/** The names without a decision, and the search for records of those that the server had no time for. */
function useOpenNames({ cleaning, columnValues, question, before, table }: NamesDialogProps) {
  const [later, setLater] = useState<ReadonlyMap<string, ColumnValue['near']>>(new Map());
  const decided = new Set(table?.values.map(([from]) => from));
  const open = columnValues.values
    .filter(({ value }) => !decided.has(value))
    .map((one) => ({ ...one, near: later.get(one.value) ?? one.near }));
  const unsearched = open.filter(({ near }) => !near).slice(0, NAMES_PER_PAGE);
  const search = useMutation({
    mutationFn: () => {
      const values = unsearched.map(({ value }) => value);
      return readValues({ ...cleaning, steps: before }, { ...question, values });
    },
    onSuccess: ({ values }) =>
      setLater(new Map([...later, ...values.map(({ value, near }) => [value, near] as const)])),
  });
  return { open, unsearched, search };
}

/** The only record with a high score. */
function sureRecord([best, next]: readonly NearRecord[]): NearRecord | undefined {
  return best && best.score > SURE_SCORE && (next?.score ?? 0) < best.score ? best : undefined;
}

const VALUES_PER_PAGE = 50;

type DecidedValuesProps = { values: readonly Decision[]; onUndo: (from: string) => void };

/** What was decided about values, the last decision first. */
function DecidedValues({ values, onUndo }: DecidedValuesProps) {
  const texts = useTexts('import-values');
  const { shown, more } = useShownPart(values.toReversed(), VALUES_PER_PAGE);
  return (
    <>
      <Typography component="h3" variant="subtitle2" sx={{ mt: 2 }}>
        {texts.decided}
      </Typography>
      <Box component="ul" aria-label={texts.decided} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map(([from, becomes]) => (
          <Box component="li" key={from} sx={rowSx}>
            <span>
              {shownValue(from)} →{' '}
              {from === becomes ? <i>{texts.kept}</i> : shownValue(becomes) || <i>{texts.empty}</i>}
            </span>
            <Button
              size="small"
              aria-label={fillTemplate(texts.undoOf, { value: shownValue(from) })}
              onClick={() => onUndo(from)}
            >
              {texts.undo}
            </Button>
          </Box>
        ))}
      </Box>
      {more}
    </>
  );
}

const rowSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  overflowWrap: 'anywhere',
};

/** Finds the names of a column that no record has, and opens the list in which somebody decides about them. */
export function CheckNames(props: CheckNamesProps) {
  const { name, choice, separator, cleaning } = props;
  const texts = useTexts('import-values');
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const table = findDecisions(cleaning.steps, name, separator);
  const before = stepsBefore(cleaning.steps, table);
  const question = {
    column: name,
    kind: 'unmatched',
    mapping: { [name]: { ...choice, field: requireValue(choice.field, `field of ${name}`) } },
  } as const;
  const answer = useValues({ ...cleaning, steps: before }, question, { enabled: isAsked });
  const data = answer.isFetching ? undefined : answer.data;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <Button
        size="small"
        aria-label={fillTemplate(texts.checkOf, { name })}
        loading={isAsked && answer.isFetching}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        {texts.check}
      </Button>
      {data && <OpenNames columnValues={data} table={table} />}
      <ProblemAlert error={answer.error} />
      {isOpen && data && (
        <NamesDialog
          {...props}
          {...{ table, question, before }}
          columnValues={data}
          onClose={() => setOpen(false)}
        />
      )}
    </Box>
  );
}

type OpenNamesProps = { columnValues: ColumnValues; table: StepOf<'map'> | undefined };

/** How many names have no match and no decision yet. */
function OpenNames({ columnValues: { values, found }, table }: OpenNamesProps) {
  const texts = useTexts('import-values');
  const number = useNumberFormat();
  const decided = new Set(table?.values.map(([from]) => from));
  const count = values.filter(({ value }) => !decided.has(value)).length + found - values.length;
  return (
    <Hint variant="caption" component={Status}>
      {count === 0 ? texts.allFound : fillTemplate(texts.missing, { count: number(count) })}
    </Hint>
  );
}
