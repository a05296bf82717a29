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
import { useValues } from './read-values.ts';
import { useShownPart } from './use-shown-part.tsx';
import { ValueGroupRow } from './value-group-row.tsx';
import { ValuesState } from './value-note.tsx';

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
