import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import type { ValueGroup } from '../../../contract/column-values.ts';
import { requireItem } from '../../../fields/require-entry.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { groupings, type Grouping } from '../../../files/steps/similar-values.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { Hint } from '../../kit/hint.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';
import type { Cleaning } from '../use-inspection.ts';
import { decide, findDecisions, stepsBefore, undecide, type Decision } from './decisions.ts';
import { useValues, shownValue } from './read-values.ts';
import { useShownPart } from './use-shown-part.tsx';
import { ValuesState } from './value-note.tsx';
import { LONGEST_VALUE } from '../../../files/steps/step.ts';
import { TextInput } from '../text-input.tsx';

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

const GROUPS_PER_PAGE = 25;

/** The groups, each to be made one value in all rows. */
function SimilarDialog({
  column,
  cleaning,
  onClose,
}: SimilarValuesProps & { onClose: () => void }) {
  const texts = useTexts('import-values');
  const number = useNumberFormat();
  const [kind, setKind] = useState<Grouping>('fingerprint');
  const { steps } = cleaning;
  const before = stepsBefore(steps, findDecisions(steps, column, undefined));
  const { data, error } = useValues({ ...cleaning, steps: before }, { column, kind });
  const groups = data?.groups ?? [];
  const { shown, more } = useShownPart(groups, GROUPS_PER_PAGE);
  const { targetOf, isMade, setTarget, makeOne, undo } = useMerging(column, cleaning);
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
      <ValuesState data={data} error={error} />
      {data && groups.length === 0 && <Typography sx={{ my: 1 }}>{texts.noGroups}</Typography>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map((group) => (
          <ValueGroupRow
            key={`${kind} ${nameOf(group)}`}
            group={group}
            becomes={targetOf(group)}
            isMade={isMade(group)}
            onType={(text) => setTarget(group, text)}
            onMake={() => makeOne([group])}
            onUndo={() => undo(group)}
          />
        ))}
      </Box>
      {more}
    </DialogFrame>
  );
}

/** What the values of groups become, and the decisions that make each group one value. */
function useMerging(column: string, { steps, onChange }: Cleaning) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const table = findDecisions(steps, column, undefined);
  const replacements = new Map<string, string>(table?.values);
  const targetOf = (group: ValueGroup): string => typed.get(nameOf(group)) ?? nameOf(group);
  return {
    targetOf,
    setTarget: (group: ValueGroup, text: string): void =>
      setTyped(new Map(typed).set(nameOf(group), text)),
    isMade: ({ values }: ValueGroup): boolean =>
      new Set(values.map(({ value }) => replacements.get(value) ?? value)).size === 1,
    makeOne(groups: readonly ValueGroup[]): void {
      const decisions = groups.flatMap((group) =>
        group.values.map(({ value }): Decision => [value, targetOf(group)]),
      );
      // What is written so already needs no decision.
      const changed = decisions.filter(([from, to]) => from !== to || replacements.has(from));
      onChange(decide(steps, { column, separator: undefined }, changed));
    },
    undo({ values }: ValueGroup): void {
      const gone = values.map(({ value }) => value);
      if (table) onChange(undecide(steps, table, gone));
    },
  };
}

/** The most frequent value. */
function nameOf({ values }: ValueGroup): string {
  return requireItem(values, 0).value;
}

type ValueGroupRowProps = {
  group: ValueGroup;
  /** What its values become. */
  becomes: string;
  isMade: boolean;
  onType: (text: string) => void;
  onMake: () => void;
  onUndo: () => void;
};

/** A group of nearly equal values: choose one of them, or type another. */
function ValueGroupRow(props: ValueGroupRowProps) {
  const { group, becomes, isMade, onType, onMake, onUndo } = props;
  const texts = useTexts('import-values');
  const number = useNumberFormat();
  const name = shownValue(requireItem(group.values, 0).value);
  return (
    <Box component="li" aria-label={fillTemplate(texts.groupOf, { value: name })} sx={rowSx}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, minWidth: 0 }}>
        {group.values.map(({ value, count }) => (
          <Button
            key={value}
            size="small"
            variant={value === becomes ? 'contained' : 'outlined'}
            aria-pressed={value === becomes}
            onClick={() => onType(value)}
            sx={{ textTransform: 'none', overflowWrap: 'anywhere' }}
          >
            {shownValue(value)} · {number(count)}
          </Button>
        ))}
      </Box>
      {isMade ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <Hint>{fillTemplate(texts.made, { value: shownValue(becomes) })}</Hint>
          <Button
            size="small"
            aria-label={fillTemplate(texts.undoOf, { value: name })}
            onClick={onUndo}
          >
            {texts.undo}
          </Button>
        </Box>
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          <TextInput
            label={texts.becomes}
            value={becomes}
            onChange={onType}
            input={{
              maxLength: LONGEST_VALUE,
              'aria-label': fillTemplate(texts.becomesOf, { value: name }),
              autoComplete: 'off',
            }}
            sx={{ flex: 1, minWidth: 160 }}
          />
          <Button
            size="small"
            variant="outlined"
            aria-label={fillTemplate(texts.makeOneOf, { value: name })}
            onClick={onMake}
          >
            {texts.makeOne}
          </Button>
        </Box>
      )}
    </Box>
  );
}

const rowSx = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
  gap: 1.5,
  alignItems: 'center',
  py: 1.5,
  '& + &': { borderTop: 1, borderColor: 'divider' },
};
