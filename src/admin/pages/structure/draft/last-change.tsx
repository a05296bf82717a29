import { Alert, Box, Button } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { DescriptorTexts, StructureChange } from '../../../../contract/structure/texts.ts';
import type { PlanText } from '../../../../fields/problems/plan-text.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { showDate, showDateTime } from '../../../../fields/text/date-format.ts';
import { useConfig } from '../../../client/config.tsx';
import { call } from '../../../client/http.ts';
import { useSend } from '../../../client/use-send.ts';
import { ConfirmDialog } from '../../../kit/dialog-frame.tsx';
import { useNumberFormat } from '../../../kit/formats/use-number-format.ts';
import { toListPath } from '../../../kit/screen-paths.ts';
import { useText } from '../../../messages/use-text.ts';
import { useTexts } from '../../../messages/texts.ts';
import { ADDS_INDEX, ADDS_TABLE, SentenceText } from '../sentence-text.tsx';

/** What was changed or taken back just now on this page. */
export type Outcome = StructureChange & { what: 'applied' | 'undone' };

type OutcomeProps = { outcome: Outcome; onClose: () => void };

/** Says what was done, what was not, and whether the file has it. */
export function OutcomeNote({ outcome, onClose }: OutcomeProps) {
  const { done } = useTexts('structure-text');
  const { what, steps, left, rules, texts, written } = outcome;
  const note = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone.
  useEffect(() => note.current?.focus(), []);
  return (
    <Alert ref={note} tabIndex={-1} severity={written ? 'success' : 'warning'} onClose={onClose}>
      {done[what]}
      <Sentences title={done[`${what}Steps`]} of={steps} texts={texts.steps} />
      <Sentences title={done.left} of={left} texts={texts.left} />
      <Sentences title={done.rules} of={rules} texts={texts.rules} />
      {!written && <Box>{done.unwritten}</Box>}
      <ToAdded steps={texts.steps} />
    </Alert>
  );
}

/** Leads to the lists of new collections. */
function ToAdded({ steps }: { steps: readonly PlanText[] }) {
  const { done } = useTexts('structure-text');
  const { resources } = useConfig().descriptor;
  const say = useText();
  const added = steps.flatMap(({ key, params }) =>
    key === ADDS_TABLE && typeof params['table'] === 'string'
      ? (resources.get(params['table']) ?? [])
      : [],
  );
  if (added.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
      {added.map((resource) => (
        <Button
          key={resource.name}
          component={Link}
          to={toListPath(resource)}
          color="inherit"
          variant="outlined"
        >
          {fillTemplate(done.openList, { name: say(resource.label) })}
        </Button>
      ))}
    </Box>
  );
}

type SentencesProps = { title?: string; of: readonly string[]; texts: readonly PlanText[] };

/** A list with its title; nothing without any. It counts new indexes, which say little to most people. */
function Sentences({ title, of, texts }: SentencesProps) {
  const { done } = useTexts('structure-text');
  const write = useNumberFormat();
  const isFolded = (at: number): boolean => texts[at]?.key === ADDS_INDEX;
  const folded = of.filter((_, at) => isFolded(at)).length;
  if (of.length === 0) return null;
  return (
    <>
      {title !== undefined && <Box>{title}</Box>}
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {of.map(
          (sentence, at) =>
            !isFolded(at) && (
              <li key={sentence}>
                <SentenceText sentence={sentence} text={texts[at]} />
              </li>
            ),
        )}
        {folded > 0 && <li>{fillTemplate(done.indexes, { count: write(folded) })}</li>}
      </Box>
    </>
  );
}

type LastChangeProps = {
  undo: NonNullable<DescriptorTexts['undo']>;
  /** Whether the page already says what was changed. */
  isToldAbove: boolean;
  onUndone: (change: StructureChange) => unknown;
};

/** The last change made in the browser, while it can be taken back. */
export function LastChange({ undo, isToldAbove, onUndone }: LastChangeProps) {
  const { at, by, name, steps, until } = undo;
  const texts = useTexts('structure-text');
  const { user } = useConfig();
  const [isAsked, setAsked] = useState(false);
  const undoing = useSend({
    send: async () =>
      (await call<StructureChange>('/api/structure/undo', { method: 'POST', timeout: false })).json,
    refresh: ['structure'],
    onDone: onUndone,
    onSettled: () => setAsked(false),
  });
  const words = { name: name ?? '', date: showDateTime(at), until: showDate(until.slice(0, 10)) };
  const text = name === null ? texts.undo.unnamed : texts.undo.text;
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" size="small" onClick={() => setAsked(true)}>
          {texts.undo.action}
        </Button>
      }
    >
      {fillTemplate(by === user._id ? texts.undo.own : text, words)}
      {!isToldAbove && <Sentences of={steps} texts={undo.texts} />}
      {isAsked && (
        <ConfirmDialog
          title={texts.undo.title}
          text={texts.undo.confirm}
          cancel={texts.cancel}
          action={texts.undo.do}
          isGrave
          isLoading={undoing.isPending}
          onAction={() => undoing.mutate()}
          onClose={() => setAsked(false)}
        />
      )}
    </Alert>
  );
}
