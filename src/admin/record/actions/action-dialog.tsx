import { type AllMatching, type ActionTarget, useActionForm } from './use-action-form.ts';
import { Alert, Box, DialogContentText } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useDataProvider, useNotify, type RaRecord } from 'react-admin';
import type { Action } from '../../../descriptor/settings/actions.ts';
import { FilePlaceContext } from '../../../fields/files/file-place.ui.ts';
import { emptySummary, toRecordProblems, type BulkSummary } from '../../client/bulk.ts';
import type { RecordProvider } from '../../client/data-provider.ts';
import { useCount } from '../../resource/use-count.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { BulkDialog, useBulkRun } from '../../resource/bulk-dialog.tsx';
import { InputsFrame } from '../../resource/inputs-frame.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { FieldInput } from '../form/field-slot.tsx';
import type { Values } from '../form/form-values.ts';
import { COLUMNS } from '../record-layout.ts';
import { useUnprovenEmailWarning } from './unproven-email-warning.tsx';
import { wholeRecordKey } from '../use-refresh.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

type ActionDialogProps = {
  action: Action;
  targets: readonly ActionTarget[];
  /** How many records the user has selected; those for which the action is not possible are left out. */
  of?: number;
  all?: AllMatching | undefined;
  onDone: (() => void) | undefined;
  onClose: () => void;
};

/** Asks for the values an action needs, runs it, and reports each record it failed for. */
export function ActionDialog(props: ActionDialogProps) {
  const { action, targets, all, onDone, onClose } = props;
  const { texts, say, number } = useI18n();
  const notify = useNotify();
  const { resource } = useResource();
  const { form, submit } = useActionForm(action, all ? [] : targets);
  const { run, ...state } = useActionRun(props);
  const unproven = useUnprovenEmailWarning({ action, targets, all });
  const { count, others } = useCounts(props);
  const [summary, setSummary] = useState<BulkSummary>();
  const label = say(action.label);

  const act = submit(async (values) => {
    const outcome = await run(values);
    if (outcome === undefined) return;
    // For many records it reports all outcomes (`spec.md`, Error catalogue), for one only a failure.
    if (count > 1 || outcome.failed > 0 || outcome.stopped) {
      setSummary(outcome);
      return;
    }
    const counted = { action: label, count: outcome.updated };
    notify(fillTemplate(texts.action.done, counted), { type: 'success' });
    onDone?.();
    onClose();
  });
  // A dialog without a sentence would leave open what it is about.
  const asksNothing = !action.confirm && action.form.size === 0;
  const isDone = summary?.failed === 0 && summary.stopped === undefined;
  return (
    <BulkDialog
      run={{ ...state, summary }}
      title={label}
      done="updated"
      action={label}
      onRun={act}
      isForm
      isDisabled={unproven.isLoading}
      isChoosable={count > 1}
      onClose={() => {
        if (isDone) onDone?.();
        onClose();
      }}
    >
      <DialogContentText sx={{ mb: 1.5 }}>
        {action.confirm && `${say(action.confirm)} `}
        {(count > 1 || asksNothing) && fillTemplate(texts.action.count, { count: number(count) })}
      </DialogContentText>
      {unproven.note}
      {others > 0 && (
        <Alert severity="info" sx={{ mb: 1.5 }}>
          {fillTemplate(texts.action.others, { count: number(others) })}
        </Alert>
      )}
      <InputsFrame form={form} owner={`${resource.name}.${action.name}`}>
        <ActionFields action={action} targets={targets} />
      </InputsFrame>
    </BulkDialog>
  );
}

/** The inputs. The form of a step begins with the files of its record. */
function ActionFields({ action, targets }: Pick<ActionDialogProps, 'action' | 'targets'>) {
  const { name } = useResource().resource;
  const [only] = targets;
  const place =
    only && targets.length === 1 ? { resource: name, record: String(only.id) } : undefined;
  return (
    <FilePlaceContext value={place}>
      <Box sx={gridSx}>
        {[...action.form.values()].map((field) => (
          <FieldInput key={field.name} field={field} span={COLUMNS} />
        ))}
      </Box>
    </FilePlaceContext>
  );
}

/** How many records the action is for, and how many others the user chose. */
function useCounts({ action: { step }, targets, of = targets.length, all }: ActionDialogProps) {
  const { data: matching } = useCount(
    all && step && { ...all.filter, [`${step.field}_in`]: step.from },
  );
  const count = all ? (matching ?? all.count) : targets.length;
  return { count, others: (all?.count ?? of) - count };
}

const gridSx = {
  display: 'grid',
  gridTemplateColumns: `repeat(${COLUMNS}, minmax(0, 1fr))`,
  gap: 1,
};

/** At most so many calls at a time: the server has other users too. */
const AT_ONCE = 4;

/** Runs the action on all records that match a filter in one call, or else on each target. */
function useActionRun({ action, targets, all }: ActionDialogProps) {
  const one = useAct(action, targets);
  const many = useBulkRun();
  if (!all) return one;
  const { name, form } = action;
  const run = (data: Values) =>
    many.run({ action: name, filter: all.filter, ...(form.size > 0 && { data }) });
  return { ...many, run };
}

/** Runs an action by one call for each record, and reports what happened to each. */
function useAct(action: Action, targets: readonly ActionTarget[]) {
  const { name } = useResource().resource;
  const { act } = useDataProvider<RecordProvider>();
  const queries = useQueryClient();
  const [done, setDone] = useState<number>();
  const [isStopping, setStopping] = useState(false);
  const isStopped = useRef(false);
  const expected = targets.length;

  const run = async (form: Readonly<Values>): Promise<BulkSummary> => {
    const open = [...targets];
    const changed: string[] = [];
    const summary = { ...emptySummary, problems: [] as BulkSummary['problems'][number][] };
    setDone(0);
    const work = async (): Promise<void> => {
      for (let record = open.shift(); record; record = open.shift()) {
        summary.total += 1;
        try {
          const after: RaRecord = await act({ action, record, form });
          queries.setQueryData(wholeRecordKey(name, record.id), after);
          summary.updated += 1;
          changed.push(String(record.id));
        } catch (error) {
          summary.failed += 1;
          summary.problems.push(...toRecordProblems(error, String(record.id)));
        }
        setDone(summary.total);
        if (isStopped.current) return;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await queries.invalidateQueries({
      predicate: ({ queryKey: [resource, method] }) => resource === name && method !== 'getOne',
    });
    setDone(undefined);
    if (open.length === 0) return summary;
    const left = open.map(({ id }) => String(id));
    return { ...summary, total: targets.length, stopped: { changed, left } };
  };
  return {
    run,
    isBusy: done !== undefined,
    progress: done === undefined || expected === 1 ? undefined : { done, expected },
    isStopping,
    /** Lets the running calls finish, and starts no more. */
    cancel(): void {
      isStopped.current = true;
      setStopping(true);
    },
  };
}
