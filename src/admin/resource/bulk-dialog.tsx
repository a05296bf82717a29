import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDataProvider, useListContext } from 'react-admin';
import { Alert, Button, LinearProgress } from '@mui/material';
import { useI18n } from '../kit/use-i18n.ts';
import type { RecordProvider } from '../client/data-provider.ts';
import type { BulkCall, BulkOutcome, BulkProgress, BulkSummary } from '../client/bulk.ts';
import { useNotifyError } from '../client/use-notify-error.ts';
import { useResource } from '../kit/use-resource.ts';
import { useUndo } from './undo/use-undo.ts';
import { useUndoable } from './undo/use-undoable.ts';
import { percentOf } from '../kit/formats/percent-of.ts';
import { BulkSummaryView } from './bulk-summary.tsx';
import { DialogFrame, type DialogFrameProps } from '../kit/dialog-frame.tsx';
import { Hint } from '../kit/hint.tsx';
import { useTexts } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** Applies one action to many records in one call, and reports its progress and its result. */
export function useBulkRun() {
  const { resource } = useResource();
  const { bulk } = useDataProvider<RecordProvider>();
  const queries = useQueryClient();
  const notifyError = useNotifyError();
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<Pick<BulkProgress, 'done' | 'expected'>>();
  const [summary, setSummary] = useState<BulkOutcome>();
  const undoable = useUndoable();
  const [isStopping, setStopping] = useState(false);
  const stopping = useRef<AbortController>(undefined);

  /** Undefined if the whole call failed; the user is then notified. */
  const run = async (order: BulkCall): Promise<BulkOutcome | undefined> => {
    setBusy(true);
    setStopping(false);
    setProgress(undefined);
    stopping.current = new AbortController();
    try {
      const { signal } = stopping.current;
      const { changeSet, ...counts } = await bulk(resource.name, order, {
        onProgress: setProgress,
        signal,
      });
      await queries.invalidateQueries({ queryKey: [resource.name] });
      const { action } = order;
      const isUndoable =
        (action === 'update' || action === 'delete') &&
        counts[`${action}d`] > 0 &&
        undoable(action, changeSet, counts[`${action}d`]);
      const outcome = isUndoable ? { ...counts, changeSet } : counts;
      setSummary(outcome);
      return outcome;
    } catch (error) {
      notifyError(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  /** Lets the current batch finish and starts no other; the summary then says what was done. */
  const cancel = (): void => {
    setStopping(true);
    stopping.current?.abort();
  };
  return { isBusy, progress, summary, run, cancel, isStopping };
}

export type BulkRun = ReturnType<typeof useBulkRun>;

type BulkDialogProps = Pick<
  DialogFrameProps,
  'isGrave' | 'isDisabled' | 'isForm' | 'focus' | 'onClose' | 'children'
> & {
  run: Omit<BulkRun, 'run'>;
  title: string;
  done: 'updated' | 'deleted';
  /** The label of the button that runs it. */
  action: string;
  onRun: () => void;
  /** False without a list, and for a single record: there is nothing to select afterwards. */
  isChoosable?: boolean;
};

/** Asks for what a bulk action needs, runs it on many records, and shows the result. */
export function BulkDialog(props: BulkDialogProps) {
  const { run, title, done, action, onRun, isChoosable = true, children, ...frame } = props;
  const { onClose } = frame;
  const { summary, isBusy } = run;
  const { changeSet } = summary ?? {};
  const { resource } = useResource();
  const undo = useUndo();
  const texts = useTexts('app');
  const leave = isBusy ? texts.grid.stop : texts.list.cancel;
  return (
    <DialogFrame
      {...frame}
      title={summary?.stopped ? texts.grid.bulkStopped : title}
      isBusy={isBusy}
      cancel={summary ? texts.list.close : leave}
      onCancel={isBusy ? run.cancel : onClose}
      isCancelDisabled={run.isStopping && isBusy}
      action={summary ? undefined : action}
      isLoading={isBusy}
      onAction={() => summary ?? onRun()}
      beside={
        changeSet !== undefined && (
          <Button
            onClick={() => {
              onClose();
              void undo({ changeSet }, resource);
            }}
          >
            {texts.undo.do}
          </Button>
        )
      }
    >
      {summary ? <BulkOutcome {...{ summary, done, isChoosable, onClose }} /> : children}
      <BulkProgressBar run={run} />
    </DialogFrame>
  );
}

export function BulkProgressBar({ run }: Pick<BulkDialogProps, 'run'>) {
  const { texts, number } = useI18n();
  if (!run.isBusy) return null;
  const { done = 0, expected = 0 } = run.progress ?? {};
  return (
    <>
      <LinearProgress
        variant={expected > 0 ? 'determinate' : 'indeterminate'}
        value={percentOf(done, expected)}
        aria-label={texts.action.running}
        sx={{ mt: 2 }}
      />
      {expected > 0 && (
        <Hint variant="caption">
          {fillTemplate(texts.grid.progress, { done: number(done), expected: number(expected) })}
          {run.isStopping && ` ${texts.grid.stopping}`}
        </Hint>
      )}
    </>
  );
}

type BulkOutcomeProps = Pick<BulkDialogProps, 'done' | 'onClose'> & {
  summary: BulkSummary;
  isChoosable: boolean;
};

/** The result of a bulk action in the words of the specification, and a button that selects records for another try. */
function BulkOutcome({ summary, done, isChoosable, onClose }: BulkOutcomeProps) {
  const { texts, number } = useI18n();
  const { stopped } = summary;
  const changed = summary.updated + summary.created + summary.deleted;
  const left = summary.total - changed - summary.unchanged - summary.failed;
  return (
    <>
      {stopped && (
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {fillTemplate(texts.grid.stopped, { changed: number(changed), left: number(left) })}
        </Alert>
      )}
      <BulkSummaryView summary={summary} done={done} />
      {isChoosable && <ChooseNext {...{ summary, done, onClose }} />}
    </>
  );
}

/** Selects in the list the records that failed, were changed or are left, for another try. */
function ChooseNext({ summary, done, onClose }: Omit<BulkOutcomeProps, 'isChoosable'>) {
  const { onSelect } = useListContext();
  const { texts, number } = useI18n();
  const { problems, stopped } = summary;
  const offered = [
    ['keepFailed', [...new Set(problems.flatMap(({ _id }) => _id ?? []))]],
    ['keepChanged', done === 'updated' ? (stopped?.changed ?? []) : []],
    ['keepLeft', stopped?.left ?? []],
  ] as const;
  return offered
    .filter(([, ids]) => ids.length > 0)
    .map(([key, ids]) => (
      <Button
        key={key}
        size="small"
        sx={{ mt: 1, mr: 1 }}
        onClick={() => {
          onSelect([...ids]);
          onClose();
        }}
      >
        {fillTemplate(texts.grid[key], { count: number(ids.length) })}
      </Button>
    ));
}
